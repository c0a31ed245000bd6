import { useId, useRef, useState, type FormEvent } from 'react'

import type { AgentTalk } from './agent-talk.ts'
import { useFocusUnlessTyping } from './use-focus-unless-typing.ts'
import { t } from './panel-text.ts'

/** Asks where to send an answer that the agent doesn't have. */
export function EmailCard({ talk, onDone }: { readonly talk: AgentTalk; readonly onDone: () => void }) {
  const [email, setEmail] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useFocusUnlessTyping(field)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (askByEmail(talk, email)) onDone()
  }
  return (
    <form className="us-agent-card us-agent-fields" onSubmit={submit}>
      <label htmlFor={id}>{t('Your email')}</label>
      <input
        ref={field}
        id={id}
        type="email"
        required
        autoComplete="email"
        inputMode="email"
        maxLength={255}
        value={email}
        onInput={(event) => setEmail(event.currentTarget.value)}
      />
      <button type="submit" className="us-agent-primary" disabled={email.trim() === ''}>
        {t('Email me the answer')}
      </button>
      <button type="button" className="us-agent-secondary" onClick={onDone}>
        {t('Cancel')}
      </button>
    </form>
  )
}

/** Asks in the visitor's name, so that the transcript and the lead contain the address. */
export function askByEmail(talk: AgentTalk, email: string): boolean {
  return talk.say(t('Please email me the answer: {0}', email.trim()), 'button')
}
