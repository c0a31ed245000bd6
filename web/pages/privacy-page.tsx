import { LegalText } from '../features/legal/legal-text.tsx'
import { ReadingLayout } from '../layout/reading-layout.tsx'
import { useTitle } from '../lib/use-title.ts'

export function PrivacyPage() {
  useTitle('Privacy Policy')
  return (
    <ReadingLayout title="Privacy Policy">
      <LegalText name="privacy">
        <p>What this installation of Understudy stores, and why. Its operator is responsible for it.</p>
        <h2>Authors</h2>
        <ul className="list-disc pl-5">
          <li>
            Your email, your name, and a hash of your password, to sign you in; second factors, if you set any up.
          </li>
          <li>Your sessions with their network address and browser, so that you can see and end them.</li>
          <li>
            Your demos with their screenshots and notes, your agent and the members of your workspace, to run the
            product.
          </li>
          <li>An audit log of each workspace, and sign-ins from the last 90 days, for the workspace’s owners.</li>
          <li>Your feedback, so that the operator of this installation can read it.</li>
          <li>In this browser: your session, unsaved text and your theme. No cookies for advertising.</li>
        </ul>
        <h2>Visitors of a demo</h2>
        <ul className="list-disc pl-5">
          <li>
            Playing a demo needs no account and sets no cookie. This server counts pages, steps, clicks and seconds,
            with the browser, the kind of device and the source of the visit. It hashes address and browser with a
            secret that is deleted after two days, so visitors can be counted, but not recognised on another day.
          </li>
          <li>Form submissions, such as name and email, are kept for the demo’s author, who can erase them.</li>
          <li>
            When a visitor starts the agent, they are told that it is an AI and that the conversation is stored; the
            demo’s author can read it.
          </li>
          <li>
            Visitors who book a meeting give an address for the invitation. The author keeps it with the meeting and can
            erase both.
          </li>
        </ul>
        <h2>Recording</h2>
        <p>
          The extension takes screenshots only while you record. What is typed into password, card and one-time-code
          fields is never read. Screenshots show what was on the screen, so record with data that others may see.
        </p>
        <h2>Your rights</h2>
        <p>
          Under Account, you can export your data and delete your account. Visitors: contact the demo’s author. For
          anything else, contact the operator of this installation.
        </p>
      </LegalText>
    </ReadingLayout>
  )
}
