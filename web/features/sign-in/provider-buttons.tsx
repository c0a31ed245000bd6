import { useState } from 'react'

import type { FormOutcome } from '../../lib/submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { leaveForProvider, type ProviderStart } from './leave-for-provider.ts'
import { providerName } from '../../lib/provider-name.ts'

/** Sign-in buttons for the enabled providers. */
export function ProviderButtons(props: { readonly providers: readonly string[]; readonly start: ProviderStart }) {
  const [outcome, setOutcome] = useState<FormOutcome>()
  const [leavingFor, setLeavingFor] = useState<string>()
  if (props.providers.length === 0) return null

  async function handleSelect(provider: string): Promise<void> {
    if (leavingFor !== undefined) return
    setLeavingFor(provider)
    setOutcome(undefined)
    setOutcome(await leaveForProvider(provider, props.start))
    setLeavingFor(undefined)
  }

  return (
    <div className="flex flex-col gap-3">
      {outcome === undefined || outcome.ok ? null : <FormProblem text={outcome.text} hint={outcome.hint} />}
      <ul className="flex flex-col gap-2">
        {props.providers.map((provider) => (
          <li key={provider}>
            <Button
              size="form"
              className="w-full"
              aria-disabled={leavingFor !== undefined}
              onClick={() => void handleSelect(provider)}
            >
              {leavingFor === provider
                ? `Going to ${providerName(provider)}…`
                : `Continue with ${providerName(provider)}`}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
