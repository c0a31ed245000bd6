import { useEffect, useState } from 'react'

import { FormSkeleton } from '../../ui/sign-in-layout.tsx'
import { signOut } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { CodeField } from '../../ui/code-panel.tsx'
import {
  giveRecoveryCode,
  giveTotp,
  loadSecondFactors,
  type SecondFactors,
  type UsableFactor,
} from '../../lib/factor-calls.ts'
import { actionLinkClass } from '../../ui/text-link.ts'
import { TextedFactor } from './texted-factor.tsx'

/** The current method: a factor's id, or the recovery codes. */
type Way = UsableFactor | 'recovery-code'

/** Two-factor prompt. The session reports when it was passed. */
export function SecondFactor() {
  const [loaded, setLoaded] = useState<SecondFactors>()
  const [hasFailed, setHasFailed] = useState(false)
  const [chosen, setChosen] = useState<Way>()

  useEffect(() => {
    if (hasFailed) return undefined
    let isWanted = true
    loadSecondFactors().then(
      (factors) => isWanted && setLoaded(factors),
      () => isWanted && setHasFailed(true),
    )
    return () => {
      isWanted = false
    }
  }, [hasFailed])

  if (hasFailed) {
    return (
      <ErrorState
        title="Two-factor authentication could not be loaded"
        text="Check your connection, then try again."
        onRetry={() => setHasFailed(false)}
      >
        <Button onClick={() => void signOut()}>Sign out</Button>
      </ErrorState>
    )
  }
  if (loaded === undefined) {
    return (
      <div role="status" aria-label="Loading two-factor authentication">
        <FormSkeleton />
      </div>
    )
  }

  const way = chosen ?? usual(loaded)
  const others = waysOf(loaded).filter((other) => !isSame(other, way))
  return (
    <div className="flex flex-col gap-4">
      <WayForm key={way === 'recovery-code' ? way : way?.id} way={way} />
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="flex flex-col items-start gap-1">
          {others.map((other) => (
            <button
              key={other === 'recovery-code' ? other : other.id}
              type="button"
              className={actionLinkClass}
              onClick={() => setChosen(other)}
            >
              {labelOf(other, loaded)}
            </button>
          ))}
        </div>
        <button type="button" className={actionLinkClass} onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </div>
  )
}

function WayForm({ way }: { readonly way: Way | undefined }) {
  if (way === undefined) {
    return <Notice tone="danger">None of your second factors work here. Ask your administrator.</Notice>
  }
  if (way === 'recovery-code') {
    return (
      <CallForm
        submitLabel="Use this code"
        busyLabel="Checking…"
        onSubmit={async (form) => {
          const outcome = await giveRecoveryCode(String(form.get('code')))
          if (outcome.ok)
            showToast({ text: 'That recovery code was used. Set up two-factor authentication again under Account.' })
          return outcome
        }}
      >
        {(problemOf) => (
          <TextField
            label="Recovery code"
            name="code"
            required
            autoFocus
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            hint="One of your ten recovery codes. Each works once."
            problem={problemOf('code')}
          />
        )}
      </CallForm>
    )
  }
  if (way.factor_type === 'phone') return <TextedFactor factorId={way.id} />
  return (
    <CallForm
      submitLabel="Continue"
      busyLabel="Checking…"
      onSubmit={(form) => giveTotp(way.id, String(form.get('code')))}
    >
      {(problemOf) => <CodeField label="Authenticator code" problem={problemOf('code')} />}
    </CallForm>
  )
}

/** An app's code needs no message; it comes first. */
function usual({ factors, hasRecoveryCodes }: SecondFactors): Way | undefined {
  return (
    factors.find(({ factor_type }) => factor_type === 'totp') ??
    factors[0] ??
    (hasRecoveryCodes ? 'recovery-code' : undefined)
  )
}

function waysOf({ factors, hasRecoveryCodes }: SecondFactors): readonly Way[] {
  return hasRecoveryCodes ? [...factors, 'recovery-code'] : factors
}

function isSame(one: Way, other: Way | undefined): boolean {
  return one === 'recovery-code' || other === undefined || other === 'recovery-code'
    ? one === other
    : one.id === other.id
}

function labelOf(way: Way, { factors }: SecondFactors): string {
  if (way === 'recovery-code') return 'Use a recovery code'
  const kind = way.factor_type === 'phone' ? 'Text me a code' : 'Use an authenticator app'
  const isAmbiguous = factors.filter(({ factor_type }) => factor_type === way.factor_type).length > 1
  return isAmbiguous && way.friendly_name ? `${kind} (${way.friendly_name})` : kind
}
