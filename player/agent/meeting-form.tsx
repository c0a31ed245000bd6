import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react'

import type { AgentTalk } from './agent-talk.ts'
import type { BookingView } from './talk-view.ts'
import './meeting-form.css'

interface MeetingFormProps {
  readonly talk: AgentTalk
  readonly booking: BookingView
}

/** Books a meeting by pointer and keyboard, beside the voice. */
export function MeetingForm({ talk, booking }: MeetingFormProps) {
  const titleId = useId()
  const { form, chosenId, slots } = booking
  const chosen = slots.find(({ id }) => id === chosenId)
  const isConfirming = form?.field === 'confirm'
  return (
    <section className="us-meeting" aria-labelledby={titleId}>
      <h3 id={titleId}>{chosen === undefined ? 'Meeting times' : chosen.label}</h3>
      {form === null ? (
        <Times talk={talk} booking={booking} />
      ) : (
        <Address key={`${form.field} ${form.value}`} talk={talk} form={form} isConfirming={isConfirming} />
      )}
      <p className="us-meeting-more">
        {form === null ? (
          <button type="button" className="us-agent-chip" onClick={() => talk.say('Other times', 'button')}>
            Other times
          </button>
        ) : (
          <button type="button" className="us-agent-chip" onClick={() => talk.press('book')}>
            Another time
          </button>
        )}
        <button type="button" className="us-agent-chip" onClick={() => talk.meeting.confirm(false)}>
          Don’t book
        </button>
      </p>
    </section>
  )
}

function Times({ talk, booking }: MeetingFormProps) {
  const first = useRef<HTMLButtonElement>(null)
  const { slots, zone } = booking
  useFocusUnlessTyping(first)
  return (
    <>
      <ul className="us-meeting-times">
        {slots.map(({ id, label }, index) => (
          <li key={id}>
            <button
              ref={index === 0 ? first : null}
              type="button"
              className="us-agent-choice"
              onClick={() => talk.meeting.chooseSlot(id)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      {zone === '' ? null : <p className="us-meeting-zone">{`Your time, ${zone.replaceAll('_', ' ')}`}</p>}
    </>
  )
}

interface AddressProps {
  readonly talk: AgentTalk
  readonly form: NonNullable<BookingView['form']>
  readonly isConfirming: boolean
}

function Address({ talk, form, isConfirming }: AddressProps) {
  const [email, setEmail] = useState(form.value)
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const yes = useRef<HTMLButtonElement>(null)
  const id = useId()
  useFocusUnlessTyping(isConfirming ? yes : field)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConfirming) talk.meeting.confirm(true)
    else if (email.trim() !== '') talk.meeting.giveAddress(email.trim(), name.trim())
  }
  if (isConfirming) {
    return (
      <form className="us-meeting-fields" onSubmit={submit}>
        <p>
          The invitation goes to <strong>{form.value}</strong>.
        </p>
        <button ref={yes} type="submit" className="us-agent-choice us-agent-primary">
          Book it
        </button>
        <CorrectAddress talk={talk} />
      </form>
    )
  }
  return (
    <form className="us-meeting-fields" onSubmit={submit} noValidate>
      <label htmlFor={`${id}-email`}>Your email</label>
      <input
        ref={field}
        id={`${id}-email`}
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={255}
        value={email}
        aria-invalid={!form.valid}
        aria-describedby={form.valid ? undefined : `${id}-problem`}
        onInput={(event) => {
          talk.noticeTyping(event.currentTarget.value)
          setEmail(event.currentTarget.value)
        }}
      />
      {form.valid ? null : (
        <p id={`${id}-problem`} className="us-meeting-problem">
          Enter an address such as name@company.com.
        </p>
      )}
      <label htmlFor={`${id}-name`}>Your name (optional)</label>
      <input
        id={`${id}-name`}
        type="text"
        autoComplete="name"
        maxLength={80}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" className="us-agent-choice us-agent-primary" disabled={email.trim() === ''}>
        Next
      </button>
    </form>
  )
}

/** Another address than the one read back. */
function CorrectAddress({ talk }: { readonly talk: AgentTalk }) {
  const [email, setEmail] = useState<string | null>(null)
  const id = useId()
  if (email === null) {
    return (
      <button type="button" className="us-agent-chip" onClick={() => setEmail('')}>
        Another address
      </button>
    )
  }
  return (
    <>
      <label htmlFor={id}>Correct email</label>
      <input
        id={id}
        type="email"
        autoComplete="email"
        maxLength={255}
        value={email}
        onInput={(event) => setEmail(event.currentTarget.value)}
      />
      <button
        type="button"
        className="us-agent-choice"
        disabled={email.trim() === ''}
        onClick={() => talk.meeting.giveAddress(email.trim(), '')}
      >
        Use this one
      </button>
    </>
  )
}

/** Moves focus to the next input, unless a question is being typed. */
function useFocusUnlessTyping(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const active = document.activeElement
    if (!(active instanceof HTMLInputElement) || active.value === '') target.current?.focus()
  }, [target])
}
