import { useState, type ComponentType } from 'react'

import { ErrorState } from '../../ui/error-state.tsx'
import { AgentFields, FinalFields, SalesProcessFields, type StepFieldsProps } from './agent-fields.tsx'
import { DemoFields } from './demo-fields.tsx'
import { demoIdOf } from '../../lib/setup-form.ts'
import { SetupFrame } from './setup-frame.tsx'
import { SetupSkeleton } from './setup-skeleton.tsx'
import { TryOut } from './try-out.tsx'
import { useSetup } from './use-setup.ts'

/** The four steps for a signed-in user, with their titles (spec §2). */
const steps: readonly { readonly title: string; readonly Fields: ComponentType<StepFieldsProps> }[] = [
  { title: "Let's set up your Sales AI Agent", Fields: AgentFields },
  { title: 'Sales Process', Fields: SalesProcessFields },
  { title: 'Product Demo', Fields: DemoFields },
  { title: 'Final Configuration', Fields: FinalFields },
]

export interface SetupFlowProps {
  readonly userId: string
  readonly leaveLabel: string
  readonly onLeave: () => void
  readonly onComplete: () => void
}

/** Sets up or changes a signed-in user's agent. Each step is saved when left, so it can be tried. */
export function SetupFlow({ userId, leaveLabel, onLeave, onComplete }: SetupFlowProps) {
  const { setup, error } = useSetup(userId)
  const [savedCount, setSavedCount] = useState(0)
  if (setup === null) {
    if (error === null) return <SetupSkeleton />
    return (
      <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center p-4">
        <ErrorState title="An error occurred. Please try again." onRetry={() => location.reload()} />
      </main>
    )
  }

  const index = Math.min(Math.max(setup.step, 0), steps.length - 1)
  const step = steps[index]
  if (step === undefined) return null
  const isLast = index === steps.length - 1
  const demoId = demoIdOf(setup.form.demoUrl)

  async function handleNext(): Promise<void> {
    if (setup === null || !(await setup.save({ isLast }))) return
    setSavedCount(savedCount + 1)
    if (isLast) onComplete()
    else setup.goTo(index + 1)
  }

  return (
    <SetupFrame
      title={step.title}
      step={index}
      count={steps.length}
      isBusy={setup.isBusy}
      canGoOn={setup.form.agentName.trim() !== ''}
      problem={setup.problem}
      leaveLabel={leaveLabel}
      onLeave={onLeave}
      onBack={index === 0 ? null : () => setup.goTo(index - 1)}
      onNext={() => void handleNext()}
      aside={demoId === null ? undefined : <TryOut demoId={demoId} savedCount={savedCount} />}
    >
      <step.Fields form={setup.form} onChange={setup.change} />
    </SetupFrame>
  )
}
