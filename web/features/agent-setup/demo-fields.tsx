import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { agentTextLimits } from '#domain/agent-options.ts'
import { messages } from '#domain/messages.ts'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { CoverThumbnail } from '../../ui/cover-thumbnail.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { demosQuery, useBackendUrl } from '../../lib/demo-queries.ts'
import type { StepFieldsProps } from './agent-fields.tsx'
import { demoIdOf, playerAddress } from '../../lib/setup-form.ts'

/** The demo the agent presents, and what it may say beyond the notes. */
export function DemoFields({ form, onChange }: StepFieldsProps) {
  return (
    <>
      <DemoChoice form={form} onChange={onChange} />
      <TextArea
        label="Demo script"
        rows={6}
        value={form.demoScript}
        maxLength={agentTextLimits.demoScript}
        placeholder="What the agent may say beyond the step notes: prices, limits, common answers."
        hint="The agent may quote any of it to visitors."
        onChange={(event) => onChange({ demoScript: event.target.value })}
      />
    </>
  )
}

function DemoChoice({ form, onChange }: StepFieldsProps) {
  const demos = useQuery(demosQuery)
  const backendUrl = useBackendUrl()
  const playable = demos.data?.filter(({ status, stepCount }) => status === 'active' && stepCount > 0)
  const own = playable?.filter(({ id, isSample }) => !isSample || id === demoIdOf(form.demoUrl))
  // Samples are offered only if there is nothing else.
  const shown = own?.some(({ isSample }) => !isSample) === true ? own : playable
  const first = shown?.[0]?.id
  useEffect(() => {
    if (form.demoUrl === '' && first !== undefined) onChange({ demoUrl: playerAddress(first) })
    // Once, when the demos have loaded; the author's later choice stays.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [first])

  if (demos.isPending) return <Skeleton className="h-28" />
  if (demos.isError) {
    return (
      <ErrorState
        title={failureText(demos.error, 'demosFailed')}
        text={failureHint(demos.error)}
        onRetry={() => void demos.refetch()}
      />
    )
  }
  if (shown === undefined || shown.length === 0) {
    return (
      <EmptyState
        title={messages.noDemosTitle}
        text="Create a demo, then choose it here. You can continue without one."
      >
        <ButtonLink to="/dashboard/demos">Create your first demo</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <ChoiceCards
      label="Demo to present"
      value={demoIdOf(form.demoUrl) ?? ''}
      onChange={(id) => onChange({ demoUrl: playerAddress(id) })}
      options={shown.map((demo) => ({
        value: demo.id,
        label: demo.name,
        text: demo.stepCount === 1 ? '1 step' : `${demo.stepCount} steps`,
        picture: <CoverThumbnail step={demo.steps[0]} backendUrl={backendUrl} />,
      }))}
    />
  )
}
