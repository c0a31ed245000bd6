import { useId, useRef, useState, type FormEvent } from 'react'

import type { AgentTalk } from './agent-talk.ts'
import type { TalkView } from './talk-view.ts'
import { useFocusUnlessTyping } from './use-focus-unless-typing.ts'
import { t } from './panel-text.ts'

/** Nobody on the team is available: asks where and when to call back. */
export function CallbackCard({ talk, view }: { readonly talk: AgentTalk; readonly view: TalkView }) {
  const known = view.facts.find(({ field }) => field === 'phone') ?? view.facts.find(({ field }) => field === 'email')
  const [contact, setContact] = useState(known?.value ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  const when = typed ?? view.callbackTime
  const first = useRef<HTMLInputElement>(null)
  const id = useId()
  useFocusUnlessTyping(first)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = contact.trim()
    if (given === '' || when.trim() === '') return
    talk.submit(given.includes('@') ? 'fact.email' : 'fact.phone', given)
    talk.submit('callback', when.trim())
  }
  return (
    <section className="us-agent-card" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        {view.person?.state === 'nobody' ? t('Nobody is free right now') : t('We’ll call you back')}
      </h3>
      <form className="us-agent-fields" onSubmit={submit}>
        <label htmlFor={`${id}-contact`}>{t('Your phone or email')}</label>
        <input
          ref={first}
          id={`${id}-contact`}
          type="text"
          autoComplete="tel"
          maxLength={255}
          value={contact}
          onInput={(event) => {
            talk.noticeTyping(event.currentTarget.value)
            setContact(event.currentTarget.value)
          }}
        />
        <label htmlFor={`${id}-when`}>{t('When should we call?')}</label>
        <input
          id={`${id}-when`}
          type="text"
          placeholder={t('Tomorrow after 14:00')}
          autoComplete="off"
          maxLength={200}
          value={when}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" className="us-agent-primary" disabled={contact.trim() === '' || when.trim() === ''}>
          {t('Request a call')}
        </button>
      </form>
      <p className="us-agent-quiet">
        <button type="button" onClick={() => talk.dismissCallback()}>
          {t('Not now')}
        </button>
      </p>
    </section>
  )
}
