import { useId, useRef, useState, type FormEvent } from 'react'

import type { AgentTalk } from './agent-talk.ts'
import type { BookingView } from './talk-view.ts'
import { useFocusUnlessTyping } from './use-focus-unless-typing.ts'
import { t } from './panel-text.ts'

interface AddressFormProps {
  readonly talk: AgentTalk
  readonly form: NonNullable<BookingView['form']>
  /** “Thursday, 14:30”. */
  readonly title: string
}

/** Asks for the address for the invitation, then shows it for confirmation. */
export function AddressForm({ talk, form, title }: AddressFormProps) {
  const [isCorrecting, setIsCorrecting] = useState(false)
  if (form.field !== 'confirm') return <AskAddress talk={talk} value={form.value} isValid={form.valid} />
  if (isCorrecting) return <AskAddress talk={talk} value="" isValid />
  return <ConfirmAddress talk={talk} email={form.value} title={title} onCorrect={() => setIsCorrecting(true)} />
}

interface AskAddressProps {
  readonly talk: AgentTalk
  readonly value: string
  readonly isValid: boolean
}

function AskAddress({ talk, value, isValid }: AskAddressProps) {
  const [email, setEmail] = useState(value)
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useFocusUnlessTyping(field)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() !== '') talk.meeting.giveAddress(email.trim(), name.trim())
  }
  return (
    <form className="us-agent-fields" onSubmit={submit} noValidate>
      <label htmlFor={`${id}-email`}>{t('Your email')}</label>
      <input
        ref={field}
        id={`${id}-email`}
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={255}
        value={email}
        aria-invalid={!isValid}
        aria-describedby={isValid ? undefined : `${id}-problem`}
        onInput={(event) => {
          talk.noticeTyping(event.currentTarget.value)
          setEmail(event.currentTarget.value)
        }}
      />
      {isValid ? null : (
        <p id={`${id}-problem`} className="us-agent-problem">
          {t('Enter an address such as name@company.com.')}
        </p>
      )}
      <label htmlFor={`${id}-name`}>{t('Your name (optional)')}</label>
      <input
        id={`${id}-name`}
        type="text"
        autoComplete="name"
        maxLength={80}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" className="us-agent-primary" disabled={email.trim() === ''}>
        {t('Continue')}
      </button>
    </form>
  )
}

interface ConfirmAddressProps {
  readonly talk: AgentTalk
  readonly email: string
  readonly title: string
  readonly onCorrect: () => void
}

function ConfirmAddress({ talk, email, title, onCorrect }: ConfirmAddressProps) {
  const yes = useRef<HTMLButtonElement>(null)
  useFocusUnlessTyping(yes)
  return (
    <div className="us-agent-fields">
      <p>
        {t('The invitation goes to')}{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>
        .
      </p>
      <button ref={yes} type="button" className="us-agent-primary" onClick={() => talk.meeting.confirm(true)}>
        {title === '' ? t('Book it') : t('Book {0}', title)}
      </button>
      <button type="button" className="us-agent-secondary" onClick={onCorrect}>
        {t('Use another address')}
      </button>
    </div>
  )
}
