import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'

import type { DraftedStep } from '#protocol/model-settings.ts'

import { useCurrentWorkspace } from '../../lib/current-workspace.ts'
import { draftStep, modelAvailableQuery } from '../../lib/model-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Notice } from '../../ui/notice.tsx'

export interface DraftStepProps {
  readonly stepId: string
  /** The author has approved the draft. */
  readonly onUse: (draft: DraftedStep) => void
}

/** Drafts a title and notes for a step; only where the workspace has a model. */
export function DraftStep({ stepId, onUse }: DraftStepProps) {
  const workspaceId = useCurrentWorkspace()?.id
  const isAvailable = useQuery({ ...modelAvailableQuery(workspaceId ?? ''), enabled: workspaceId !== undefined }).data
  const [isBusy, setIsBusy] = useState(false)
  const [draft, setDraft] = useState<DraftedStep>()
  const [problem, setProblem] = useState<string>()
  if (isAvailable !== true) return null

  async function write(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    const outcome = await draftStep(stepId)
    setIsBusy(false)
    if (outcome.ok) setDraft(outcome.value)
    else setProblem(outcome.hint ?? outcome.text)
  }

  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button icon={<Sparkles size={16} aria-hidden />} disabled={isBusy} onClick={() => void write()}>
          {isBusy ? 'Drafting…' : 'Draft texts'}
        </Button>
      </div>
      {problem === undefined ? null : <FormProblem text={problem} />}
      {draft === undefined ? null : (
        <Notice tone="plain">
          <p className="font-medium">{draft.title}</p>
          <p className="mt-1 whitespace-pre-line">{draft.description}</p>
          <div className="mt-2 flex gap-2">
            <Button
              onClick={() => {
                onUse(draft)
                setDraft(undefined)
              }}
            >
              Use
            </Button>
            <Button tone="quiet" onClick={() => setDraft(undefined)}>
              Discard
            </Button>
          </div>
        </Notice>
      )}
    </div>
  )
}
