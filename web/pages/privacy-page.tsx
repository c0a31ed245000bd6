import { ReadingLayout } from '../layout/reading-layout.tsx'
import { useTitle } from '../lib/use-title.ts'

export function PrivacyPage() {
  useTitle('Privacy Policy')
  return (
    <ReadingLayout title="Privacy Policy">
      <p>What this installation stores, and why.</p>
      <h2>Authors</h2>
      <p>
        Your email and a hash of your password, to sign you in. Your demos with their screenshots and notes, to show
        them. A session in this browser’s storage, to keep you signed in. No cookies for advertising.
      </p>
      <h2>Visitors</h2>
      <p>
        Playing a demo needs no account. When a visitor starts the agent, they are told that it is an AI and that the
        conversation is stored; the demo’s author can read it.
      </p>
      <h2>Recording</h2>
      <p>
        The extension takes screenshots only while you record. What is typed into password, card and one-time-code
        fields is never read. Screenshots show what was on the screen, so record with data that may be seen.
      </p>
    </ReadingLayout>
  )
}
