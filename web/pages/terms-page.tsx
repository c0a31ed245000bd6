import { LegalText } from '../features/legal/legal-text.tsx'
import { ReadingLayout } from '../layout/reading-layout.tsx'
import { useTitle } from '../lib/use-title.ts'

export function TermsPage() {
  useTitle('Terms of Service')
  return (
    <ReadingLayout title="Terms of Service">
      <LegalText name="terms">
        <p>The operator of this installation of Understudy is responsible for it and for the agreement with you.</p>
        <h2>Your account</h2>
        <p>
          Keep your password and API keys to yourself, and tell the operator of this installation if someone else may
          have them. You can export everything and delete your account at any time, under Account.
        </p>
        <h2>Your work</h2>
        <p>
          What you record and write stays yours. You need the right to show what is in your screenshots. Anyone who has
          a demo’s link can play it while the link is on. Members of your workspace can see and change its content as
          far as their role allows.
        </p>
        <h2>Your visitors</h2>
        <p>
          You decide what lead forms ask, where the tracker runs, and how you use visitors’ data. You are responsible
          for informing visitors and, where the law requires it, for asking their consent.
        </p>
        <h2>The agent</h2>
        <p>
          Visitors are told that they are talking to an AI. It answers from your notes; you are responsible for what
          they say.
        </p>
        <h2>The software</h2>
        <p>Understudy is open source under the MIT licence and comes without warranty.</p>
      </LegalText>
    </ReadingLayout>
  )
}
