import { useEffect, useState } from 'react'

import type { FormOutcome } from '../lib/submit.ts'
import { CallForm } from './call-form.tsx'

export interface ResendFormProps {
  readonly isCaptchaAsked?: boolean
  readonly onResend: (captchaToken: string | undefined) => Promise<FormOutcome>
}

/** Resends the message. Counts down if the server requires a wait. */
export function ResendForm(props: ResendFormProps) {
  const [waitSeconds, setWaitSeconds] = useState(0)
  const [sentCount, setSentCount] = useState(0)

  useEffect(() => {
    if (waitSeconds === 0) return undefined
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1_000)
    return () => clearTimeout(timer)
  }, [waitSeconds])

  return (
    <div>
      <CallForm
        submitLabel={waitSeconds > 0 ? `Send again in ${waitSeconds} s` : 'Send again'}
        busyLabel="Sending…"
        tone="link"
        isCaptchaAsked={props.isCaptchaAsked ?? false}
        isWaiting={waitSeconds > 0}
        onSubmit={async (_, captchaToken) => {
          const outcome = await props.onResend(captchaToken)
          if (outcome.ok) setSentCount((count) => count + 1)
          else setWaitSeconds(outcome.waitSeconds ?? 0)
          return outcome
        }}
      >
        {() => null}
      </CallForm>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {sentCount === 0 ? null : 'Sent again. Only the newest one works.'}
      </p>
    </div>
  )
}
