import { useId, useRef, useState } from 'react'

import type { FactField } from '#domain/sales-rules.ts'

import type { AgentTalk } from './agent-talk.ts'
import { PanelIcon } from './panel-icon.tsx'
import type { FactView } from './talk-view.ts'
import { t } from './panel-text.ts'

/** Facts that the visitor gave; they can correct or remove each. */
export function FactsCard({ talk, facts }: { readonly talk: AgentTalk; readonly facts: readonly FactView[] }) {
  if (facts.length === 0) return null
  return (
    <details className="us-agent-facts">
      <summary>
        {t('Your details:')} <bdi>{facts.map(({ value }) => value).join(', ')}</bdi>
      </summary>
      <div className="us-agent-fact-rows">
        {facts.map(({ field, value }) => (
          <Fact key={`${field} ${value}`} talk={talk} field={field} value={value} />
        ))}
      </div>
    </details>
  )
}

function Fact({ talk, field, value }: FactView & { readonly talk: AgentTalk }) {
  const [text, setText] = useState(value)
  const id = useId()
  const sent = useRef(value)
  const send = (next: string) => {
    if (next === sent.current) return
    sent.current = next
    talk.submit(`fact.${field}`, next)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send(text.trim())
      }}
    >
      <label htmlFor={id}>{t(labels[field])}</label>
      <input
        id={id}
        type="text"
        dir="auto"
        autoComplete="off"
        maxLength={255}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={() => send(text.trim())}
      />
      <button
        type="button"
        className="us-agent-icon"
        aria-label={t('Remove {0}', t(labels[field]))}
        onClick={() => send('')}
      >
        <PanelIcon name="close" />
      </button>
    </form>
  )
}

const labels = {
  email: 'Email',
  name: 'Name',
  company: 'Company',
  phone: 'Phone',
  role: 'Role',
  size: 'Team size',
  need: 'Need',
  tool: 'Current tool',
  budget: 'Budget',
  timeline: 'Timeline',
} as const satisfies Readonly<Record<FactField, string>>
