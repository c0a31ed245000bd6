import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'

import { agentTextLimits } from '#domain/agent-options.ts'

import { addAgent, agentsKey } from '../../lib/agent-calls.ts'
import type { AgentRow } from '../../lib/agent-rows.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { saveFailure } from './use-save.ts'

export interface NewAgentDialogProps {
  readonly agents: readonly AgentRow[]
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

export function NewAgentDialog({ agents, isOpen, onOpenChange }: NewAgentDialogProps) {
  return (
    <Dialog title="New agent" isOpen={isOpen} onOpenChange={onOpenChange}>
      <NewAgentForm agents={agents} />
    </Dialog>
  )
}

function NewAgentForm({ agents }: { readonly agents: readonly AgentRow[] }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: () => addAgent(name, agents),
    onSuccess: async (id) => {
      await queries.invalidateQueries({ queryKey: agentsKey })
      await navigate(`/dashboard/agents/${id}/behaviour`)
    },
  })

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (name.trim() !== '' && !add.isPending) add.mutate()
  }

  return (
    <form className="flex flex-col gap-4" onSubmit={handleSubmit}>
      {add.isError ? <Notice tone="danger">{saveFailure(add.error)}</Notice> : null}
      <TextField
        label="Agent name"
        hint="Shown to visitors, marked as AI."
        value={name}
        autoFocus
        required
        maxLength={agentTextLimits.name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" tone="accent" size="form" disabled={name.trim() === '' || add.isPending}>
        {add.isPending ? 'Creating…' : 'Create agent'}
      </Button>
    </form>
  )
}
