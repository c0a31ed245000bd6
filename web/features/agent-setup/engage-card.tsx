import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EngagePreview } from './engage-preview.tsx'
import { engageQuery, saveEngageSettings, type EngageSettings } from '../../lib/engage-calls.ts'

const secondsMax = 3_600

interface EngageCardProps {
  /** Adds a preview of a page with this agent's offer. Left out beside the live agent. */
  readonly agentName?: string
}

/** Whether the agent speaks to visitors of the author's site first, and when (spec §9, auto-engage). */
export function EngageCard({ agentName }: EngageCardProps) {
  const queries = useQueryClient()
  const settings = useQuery(engageQuery)
  const [typed, setTyped] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: saveEngageSettings,
    onMutate: (next: EngageSettings) => queries.setQueryData(engageQuery.queryKey, { ...next, isSaved: true }),
    onError: () => queries.invalidateQueries({ queryKey: engageQuery.queryKey }),
  })
  const saved = settings.data

  if (settings.isPending) return <CardSkeleton className={agentName === undefined ? 'h-37' : 'h-123'} lines={4} />
  if (saved === undefined) {
    return (
      <ErrorState
        title={failureText(settings.error, 'onboardingFailed')}
        text={failureHint(settings.error)}
        onRetry={() => void settings.refetch()}
      />
    )
  }
  const seconds = typed ?? String(saved.timeoutSeconds)
  const wanted = Number(seconds)
  const isPossible = Number.isInteger(wanted) && wanted >= 1 && wanted <= secondsMax

  return (
    <section aria-labelledby="engage-title">
      <h2
        id="engage-title"
        className="flex min-h-12 items-center border-b border-line text-base font-semibold tracking-tight"
      >
        On your site
      </h2>
      <div className="flex flex-col gap-4 pt-4">
        {agentName === undefined ? null : <EngagePreview agentName={agentName} isOn={saved.isOn} />}
        {save.isError ? (
          <Notice tone="danger">
            {failureText(save.error, 'onboardingFailed')} {failureHint(save.error)}
          </Notice>
        ) : null}
        <Switch
          label="Engage visitors"
          hint="On pages with the tracker, the agent offers a chat to visitors who stay a while. It says that it is an AI."
          isOn={saved.isOn}
          onChange={(isOn) => save.mutate({ ...saved, isOn })}
        />
        {saved.isOn ? (
          <div className="label-left">
            <TextField
              label="Delay in seconds"
              inputMode="numeric"
              className="[&_input]:max-w-24"
              value={seconds}
              problem={isPossible ? undefined : `A whole number from 1 to ${secondsMax.toLocaleString('en')}.`}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={() =>
                isPossible && wanted !== saved.timeoutSeconds && save.mutate({ ...saved, timeoutSeconds: wanted })
              }
            />
          </div>
        ) : null}
      </div>
    </section>
  )
}
