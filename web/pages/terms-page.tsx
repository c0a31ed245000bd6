import { ReadingLayout } from '../layout/reading-layout.tsx'
import { useTitle } from '../lib/use-title.ts'

export function TermsPage() {
  useTitle('Terms of Service')
  return (
    <ReadingLayout title="Terms of Service">
      <p>Whoever runs this installation of Understudy is responsible for it and for the agreement with you.</p>
      <h2>Your work</h2>
      <p>
        What you record and write stays yours. You need the right to show what is in your screenshots. Anyone who has a
        demo’s link can play it while the link is on.
      </p>
      <h2>The agent</h2>
      <p>
        Visitors are told that they talk to an AI. It answers from your notes; you are responsible for what your notes
        say.
      </p>
      <h2>The software</h2>
      <p>Understudy is open source under the MIT licence and comes without warranty.</p>
    </ReadingLayout>
  )
}
