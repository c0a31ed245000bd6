import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'

import { modelAvailableQuery, summariseTalk } from '../../lib/model-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'

export interface TalkSummaryProps {
  readonly workspaceId: string
  readonly conversationId: string
}

/** A summary on demand; only where the workspace has a model. */
export function TalkSummary({ workspaceId, conversationId }: TalkSummaryProps) {
  const isAvailable = useQuery(modelAvailableQuery(workspaceId)).data
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState<Awaited<ReturnType<typeof summariseTalk>>>()
  if (isAvailable !== true) return null

  async function write(): Promise<void> {
    setIsBusy(true)
    setOutcome(await summariseTalk(conversationId))
    setIsBusy(false)
  }

  return (
    <section aria-label="Summary" className="flex flex-col items-start gap-3 border-t border-line px-4 py-3">
      {outcome === undefined ? null : outcome.ok ? (
        <p dir="auto" className="text-sm">
          {outcome.value.summary}
        </p>
      ) : (
        <FormProblem text={outcome.text} hint={outcome.hint} />
      )}
      <Button icon={<Sparkles size={16} aria-hidden />} disabled={isBusy} onClick={() => void write()}>
        {isBusy ? 'Summarising…' : 'Summarise'}
      </Button>
    </section>
  )
}
