import { useState } from 'react'

import { CallForm } from '../../ui/call-form.tsx'
import { CodeField } from '../../ui/code-panel.tsx'
import { askForFactorText, giveFactorText } from '../../lib/factor-calls.ts'
import { ResendForm } from '../../ui/resend-form.tsx'

/** A second factor by text message, sent only on request: it costs money. */
export function TextedFactor({ factorId }: { readonly factorId: string }) {
  const [challengeId, setChallengeId] = useState<string>()

  async function handleAsk() {
    const outcome = await askForFactorText(factorId)
    if (outcome.ok) setChallengeId(outcome.value.id)
    return outcome
  }

  if (challengeId === undefined) {
    return (
      <CallForm submitLabel="Text me a code" busyLabel="Sending…" onSubmit={handleAsk}>
        {() => <p className="text-sm text-muted">We’ll text a code to your phone.</p>}
      </CallForm>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-sm text-muted">
        We texted a code to your phone.
      </p>
      <CallForm
        submitLabel="Continue"
        busyLabel="Checking…"
        onSubmit={(form) => giveFactorText(factorId, challengeId, String(form.get('code')))}
      >
        {(problemOf) => <CodeField problem={problemOf('code')} />}
      </CallForm>
      <ResendForm onResend={handleAsk} />
    </div>
  )
}
