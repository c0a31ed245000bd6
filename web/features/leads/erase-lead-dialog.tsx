import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { messages } from '#domain/messages.ts'

import { BackendError, failureHint } from '../../lib/backend-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { countOf } from '../../lib/figure-text.ts'
import { eraseLead, tracesQuery, type Lead } from '../../lib/lead-calls.ts'
import { contactOf } from './lead-texts.ts'

export interface EraseLeadDialogProps {
  readonly lead: Lead
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onErased: () => void
}

/** Asks to type the address, as there is no undo. */
export function EraseLeadDialog({ lead, isOpen, onOpenChange, onErased }: EraseLeadDialogProps) {
  return (
    <Dialog
      title="Erase everywhere"
      description={`All data about ${lead.name} will be permanently deleted, including from analytics. This can’t be undone.`}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Confirmation lead={lead} onErased={onErased} />
    </Dialog>
  )
}

function Confirmation({ lead, onErased }: Pick<EraseLeadDialogProps, 'lead' | 'onErased'>) {
  const [typed, setTyped] = useState('')
  const [isErasing, setIsErasing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const contact = contactOf(lead)
  const isSure = typed.trim().toLowerCase() === contact.toLowerCase()

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!isSure || isErasing) return
    setIsErasing(true)
    setFailure(null)
    try {
      await eraseLead(lead.id)
      onErased()
    } catch (error) {
      // Someone else erased it first.
      if (error instanceof BackendError && error.kind === 'missing') return onErased()
      setFailure(error)
      setIsErasing(false)
    }
  }

  const isRefused = failure instanceof BackendError && failure.kind === 'refused'
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void handleSubmit(event)}>
      {failure === null ? null : (
        <FormProblem
          text={messages.leadSaveFailed}
          hint={isRefused ? 'Only owners and admins can erase leads.' : failureHint(failure)}
        />
      )}
      <Traces leadId={lead.id} isAsked={!isErasing} />
      <TextField
        label={`Type ${contact} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" tone="danger" size="form" disabled={!isSure || isErasing}>
        {isErasing ? 'Erasing…' : 'Erase everywhere'}
      </Button>
    </form>
  )
}

/** The number of records that will be erased. */
function Traces({ leadId, isAsked }: { readonly leadId: string; readonly isAsked: boolean }) {
  const { data, isError } = useQuery({ ...tracesQuery(leadId), enabled: isAsked })
  if (isError)
    return <p className="text-sm">Every lead with this contact, its visits, and its conversations with the agent.</p>
  return (
    <ul aria-label="What is erased" aria-busy={data === undefined} className="min-h-20 list-disc pl-5 text-sm">
      {data === undefined ? null : (
        <>
          <li>{countOf(data.leads, 'lead')} with this contact</li>
          <li>
            {countOf(data.visits, 'visit')} with {countOf(data.events, 'event')}
          </li>
          <li>{countOf(data.conversations, 'conversation')} with the agent</li>
          {data.meetings === 0 ? null : (
            <li>{countOf(data.meetings, 'meeting')}; cancel upcoming ones first, or the visitor isn’t told</li>
          )}
        </>
      )}
    </ul>
  )
}
