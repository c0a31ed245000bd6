import { useState } from 'react'

import type { AgentTalk } from './agent-talk.ts'
import { askByEmail, EmailCard } from './email-card.tsx'
import type { TalkView } from './talk-view.ts'
import { hasOpenOffers } from './transcript.ts'
import { t } from './panel-text.ts'

/** Suggestions for the visitor, as one row of buttons. */
export function SuggestionRow({ talk, view }: { readonly talk: AgentTalk; readonly view: TalkView }) {
  const [isAskingAddress, setIsAskingAddress] = useState(false)
  if (isAskingAddress) return <EmailCard talk={talk} onDone={() => setIsAskingAddress(false)} />
  const buttons = buttonsOf(talk, view, () => setIsAskingAddress(true))
  if (buttons.length === 0) return null
  return (
    <div className="us-agent-suggestions" role="group" aria-label={t('Suggestions')}>
      {buttons.map(({ label, act }) => (
        <button key={label} type="button" onClick={act}>
          <bdi>{label}</bdi>
        </button>
      ))}
    </div>
  )
}

interface Suggestion {
  readonly label: string
  readonly act: () => void
}

function buttonsOf(talk: AgentTalk, view: TalkView, onAskAddress: () => void): readonly Suggestion[] {
  if (view.person?.state === 'joined') return []
  if (hasOpenOffers(view.transcript)) return unsure(talk, view, onAskAddress)
  // An address that is read back has its own buttons.
  const isAsked = view.isYesOrNo && (view.booking?.form ?? null) === null
  const questions = (isAsked ? [t('Yes'), t('No')] : view.suggestions.slice(0, 3)).map((text) => ({
    label: text,
    act: () => void talk.say(text, 'button'),
  }))
  if (view.phase === 'present') return [{ label: t('Pause'), act: () => talk.press('stop') }, ...questions]
  if (view.phase === 'paused')
    return [{ label: t('Continue the tour'), act: () => talk.press('continue') }, ...questions]
  return questions
}

function unsure(talk: AgentTalk, view: TalkView, onAskAddress: () => void): readonly Suggestion[] {
  const email = view.facts.find(({ field }) => field === 'email')?.value
  return [
    { label: t('Talk to a person'), act: () => talk.press('human') },
    { label: t('Email me the answer'), act: email === undefined ? onAskAddress : () => void askByEmail(talk, email) },
  ]
}
