import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { agentKey, agentsKey } from '../../lib/agent-calls.ts'
import type { AgentRow } from '../../lib/agent-rows.ts'
import { countOf } from '../../lib/figure-text.ts'
import type { FormFailure } from '../../lib/submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useAgent } from './agent-context.ts'
import { publishAgent } from './agent-server-calls.ts'
import { testsQuery, versionsQuery } from './knowledge-calls.ts'

export interface PublishButtonProps {
  readonly agent: AgentRow
  /** Saves pending changes. */
  readonly flush: () => Promise<void>
}

/** Publishes the draft as the next version; with failing tests only with a reason. */
export function PublishButton({ agent, flush }: PublishButtonProps) {
  const { canEdit, saving } = useAgent()
  const versions = useQuery(versionsQuery(agent.id)).data
  const [isOpen, setIsOpen] = useState(false)
  const next = (versions?.[0]?.number ?? 0) + 1
  return (
    <>
      <Button
        disabled={!canEdit || versions === undefined || saving.status === 'conflict'}
        onClick={() => {
          void flush()
          setIsOpen(true)
        }}
      >
        Publish version {next}
      </Button>
      <Dialog
        title={`Publish version ${next}`}
        description="New conversations use this version."
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      >
        <PublishForm agentId={agent.id} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function PublishForm({ agentId, onDone }: { readonly agentId: string; readonly onDone: () => void }) {
  const queries = useQueryClient()
  const tests = useQuery(testsQuery(agentId)).data ?? []
  const known = tests.filter(({ last_run }) => last_run?.passed === false).length
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const hasFailedTests = failure?.code === 'tests-failed'

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy || (hasFailedTests && reason.trim() === '')) return
    setIsBusy(true)
    const words = { note: note.trim(), ...(reason.trim() !== '' && { reason: reason.trim() }) }
    const outcome = await publishAgent(agentId, words)
    setIsBusy(false)
    const changed = [agentKey(agentId), agentsKey]
    await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
    if (!outcome.ok) return setFailure(outcome)
    showToast({ text: `Version ${outcome.value.version.number} is live.` })
    onDone()
  }

  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void handleSubmit(event)}>
      {failure !== null && !hasFailedTests ? <FormProblem text={failure.text} hint={failure.hint} /> : null}
      {hasFailedTests ? (
        <Notice tone="danger">
          <strong className="font-semibold">
            {known > 0 ? `${countOf(known, 'test')} failed.` : 'Some tests failed.'}
          </strong>{' '}
          Fix them, or say why you publish anyway.
        </Notice>
      ) : null}
      <TextArea
        label="Note"
        hint="What changed, for your team."
        rows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {hasFailedTests ? (
        <TextArea
          label="Reason"
          hint="Stored with the version."
          rows={2}
          maxLength={500}
          required
          autoFocus
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      ) : null}
      <Button type="submit" tone="accent" size="form" disabled={isBusy || (hasFailedTests && reason.trim() === '')}>
        {isBusy ? 'Testing and publishing…' : hasFailedTests ? 'Publish anyway' : 'Publish'}
      </Button>
    </form>
  )
}
