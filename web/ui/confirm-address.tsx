import { askForConfirmation, giveMailCode } from '../lib/code-calls.ts'
import { CodePanel } from './code-panel.tsx'

export interface ConfirmAddressProps {
  readonly address: string
  /** False if the email wasn't sent just now and may have to be sent again. */
  readonly isSent: boolean
  /** The target of the link and the code. */
  readonly returnTo: string
  readonly onConfirmed?: () => void
  readonly onChange: () => void
}

/** A new account waits for its address to be confirmed, by the email's link or its code. */
export function ConfirmAddress({ address, isSent, returnTo, onConfirmed, onChange }: ConfirmAddressProps) {
  return (
    <CodePanel
      isByMail
      submitLabel="Confirm"
      onCode={async (code) => {
        const outcome = await giveMailCode(address, code, 'email')
        if (outcome.ok) onConfirmed?.()
        return outcome
      }}
      onResend={(captchaToken) => askForConfirmation(address, returnTo, captchaToken)}
      changeLabel="Use another address"
      onChange={onChange}
    >
      We sent a link and a code to <strong className="font-semibold break-words text-text">{address}</strong>
      {isSent ? '.' : ' when you signed up.'}
    </CodePanel>
  )
}
