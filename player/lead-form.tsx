import { useId, useRef, useState, type FormEvent } from 'react'

import { type Card } from '#domain/card.ts'
import { leadProblem } from '#domain/lead.ts'

import type { CardActions } from './card-view.tsx'
import { emptyDraft, keepLeadDraft, leadDraft } from './lead-drafts.ts'

export interface LeadProblem {
  /** Null if the problem isn't about a field. */
  readonly fieldId: string | null
  readonly text: string
}

export interface LeadAnswers {
  /** The same for every try, so that repeated submissions are one lead. */
  readonly id: string
  readonly answers: Readonly<Record<string, string>>
  readonly hasConsented: boolean
}

/** Null when the lead was saved. Never rejects. */
export type LeadSender = (card: Card, lead: LeadAnswers) => Promise<LeadProblem | null>

interface LeadFormProps {
  readonly card: Card
  readonly actions: CardActions
  /** In the editor the fields are disabled. */
  readonly isInert: boolean
}

export function LeadForm({ card, actions, isInert }: LeadFormProps) {
  // The presenter shows the same card over the viewer.
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { onSendLead } = actions
  const isPreview = onSendLead === null
  const [draft] = useState(() => (isPreview ? emptyDraft : leadDraft(card.id)))
  const [state, setState] = useState<'open' | 'sending' | 'sent'>(draft.isSent ? 'sent' : 'open')
  const [problem, setProblem] = useState<LeadProblem | null>(null)

  if (state === 'sent') {
    return (
      <p className="us-card-sent" role="status">
        {isPreview ? 'This is a preview. Nothing was saved.' : 'Sent. Thank you.'}
      </p>
    )
  }

  function show(found: LeadProblem): void {
    setState('open')
    setProblem(found)
    const field = found.fieldId === null ? null : form.current?.elements.namedItem(found.fieldId)
    if (field instanceof HTMLElement) field.focus()
  }

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    event.stopPropagation()
    if (state === 'sending') return
    const { consent, ...answers } = typedIn(form.current)
    const hasConsented = consent === 'on'
    const found = leadProblem(card, answers, hasConsented)
    if (found !== null) return show(found)
    setProblem(null)
    if (onSendLead !== null) {
      setState('sending')
      const refused = await onSendLead(card, { id: draft.id, answers, hasConsented })
      if (refused !== null) return show(refused)
      keepLeadDraft(card.id, { isSent: true })
    }
    setState('sent')
    actions.onFollow(card)
  }

  const errorOf = (fieldId: string) => (problem?.fieldId === fieldId ? problem.text : null)

  return (
    <form
      ref={form}
      className="us-card-form"
      noValidate
      inert={isInert}
      onInput={() => isPreview || keepLeadDraft(card.id, { answers: typedIn(form.current) })}
      onSubmit={(event) => void handleSubmit(event)}
    >
      {card.fields.map((field) => {
        const id = `${formId}-${field.id}`
        const error = errorOf(field.id)
        const input = {
          id,
          name: field.id,
          defaultValue: draft.answers[field.id] ?? '',
          maxLength: field.id === 'email' ? 255 : field.id === 'name' ? 200 : 2000,
          autoComplete: autoComplete[field.id] ?? (field.type === 'tel' ? 'tel' : 'off'),
          'aria-required': field.isRequired,
          'aria-invalid': error !== null,
          'aria-describedby': error === null ? undefined : `${id}-error`,
        }
        return (
          <div key={field.id}>
            <label htmlFor={id}>
              {field.label}
              {field.isRequired ? '' : ' (optional)'}
            </label>
            {field.type === 'textarea' ? <textarea rows={2} {...input} /> : <input type={field.type} {...input} />}
            {error !== null && (
              <p id={`${id}-error`} className="us-card-error">
                {error}
              </p>
            )}
          </div>
        )
      })}
      {card.consentText !== null && (
        <label className="us-card-consent">
          <input type="checkbox" name="consent" defaultChecked={draft.answers['consent'] === 'on'} />
          <span>{card.consentText}</span>
        </label>
      )}
      <p className="us-card-error" role="alert">
        {problem?.fieldId === null || problem?.fieldId === 'consent' ? problem.text : ''}
      </p>
      <button type="submit" className="us-card-button" aria-disabled={state === 'sending'}>
        {state === 'sending' ? 'Sending…' : card.buttonLabel || 'Submit'}
      </button>
      {card.gate === 'skippable' && (
        <button
          type="button"
          className="us-card-skip"
          onClick={() => {
            actions.onSkip?.(card)
            actions.onFollow(card)
          }}
        >
          Skip
        </button>
      )}
      {isPreview && !isInert && <p className="us-card-preview">Preview: nothing you type here is sent or saved.</p>}
    </form>
  )
}

const autoComplete: Readonly<Record<string, 'email' | 'name'>> = { email: 'email', name: 'name' }

function typedIn(form: HTMLFormElement | null): Readonly<Record<string, string>> {
  if (form === null) return {}
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}
