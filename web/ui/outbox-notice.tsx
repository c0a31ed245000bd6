import { Notice } from './notice.tsx'
import { useAuthSettings } from '../lib/auth-settings.ts'

/** Links to the outbox of a server without mail; hidden otherwise. */
export function OutboxNotice() {
  const { mail } = useAuthSettings()
  if (mail === 'sent') return null
  return (
    <Notice tone="plain">
      {mail === 'kept' ? (
        'This server can’t send email yet. Ask your administrator.'
      ) : (
        <>
          This server has no mail server yet.{' '}
          <a
            href="/dev/outbox"
            target="_blank"
            rel="noopener"
            className="font-medium text-accent-text underline underline-offset-4"
          >
            Read the email in the outbox
          </a>
          .
        </>
      )}
    </Notice>
  )
}
