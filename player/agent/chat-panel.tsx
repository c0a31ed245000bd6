import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'

import type { AgentTalk } from './agent-talk.ts'
import { BookingCard } from './booking-card.tsx'
import { CallbackCard } from './callback-card.tsx'
import { Composer } from './composer.tsx'
import { FactsCard } from './facts-card.tsx'
import { Greeting } from './greeting.tsx'
import { PanelHeader } from './panel-header.tsx'
import { PrivacyNote } from './privacy-note.tsx'
import { SoundNotice } from './sound-notice.tsx'
import type { PanelStep } from './step-chip.tsx'
import { SuggestionRow } from './suggestion-row.tsx'
import type { TalkView } from './talk-view.ts'
import { Thread } from './thread.tsx'
import { focusHere, isTouch } from './use-focus-unless-typing.ts'
import { hasOpenOffers } from './transcript.ts'
import { useSheet } from './use-sheet.ts'
import { VoiceOffer } from './voice-offer.tsx'
import { panelLanguage, t, translated } from './panel-text.ts'

interface ChatPanelProps {
  readonly talk: AgentTalk
  readonly view: TalkView
  readonly steps: readonly PanelStep[]
  readonly currentStep: number
  /** The page's words when it offered the agent; null if the visitor opened it. */
  readonly offer: string | null
  readonly onShowStep: (order: number) => void
  readonly onClose: () => void
}

/** The chat: greeting or conversation, and the field below. */
export function ChatPanel(props: ChatPanelProps) {
  const { talk, view, steps, offer, onShowStep, onClose } = props
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  const [isExplaining, setIsExplaining] = useState(false)
  const hasGreeting = view.transcript.length === 0 && (view.stage === 'notice' || view.stage === 'starting')
  useSheet(panel)
  usePreparation(talk, panel, offer !== null)
  useLayoutEffect(() => {
    // On a phone, focusing the field would open the keyboard over the greeting.
    if (isTouch()) focusHere(panel.current)
  }, [])

  const handleKeyDown = (event: KeyboardEvent) => {
    // The page's own keys (arrows change steps) must not apply here.
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
  }
  return (
    <section
      ref={panel}
      className={classOf(view, hasGreeting)}
      role="dialog"
      tabIndex={-1}
      lang={panelLanguage()}
      aria-labelledby={titleId}
      onKeyDown={handleKeyDown}
    >
      <PanelHeader
        talk={talk}
        view={view}
        titleId={titleId}
        hasGreeting={hasGreeting}
        currentStep={props.currentStep}
        onExplain={() => setIsExplaining(true)}
        onClose={onClose}
      />
      {hasGreeting ? (
        <Greeting
          view={view}
          titleId={titleId}
          offer={offer}
          steps={steps}
          onAsk={(question) => void talk.say(question, 'button')}
          onRetry={() => void talk.prepare()}
          onLanguage={(language) => void talk.chooseLanguage(language)}
        />
      ) : (
        <Thread view={view} steps={steps} currentStep={props.currentStep} onShowStep={onShowStep}>
          {view.booking !== null && <BookingCard talk={talk} booking={view.booking} />}
          {view.isCallbackAsked && <CallbackCard talk={talk} view={view} />}
        </Thread>
      )}
      {isExplaining && (
        <PrivacyNote workspaceName={view.workspaceName} speech={view.speech} onClose={() => setIsExplaining(false)} />
      )}
      {view.isVoiceOffered && <VoiceOffer key={view.agentName} talk={talk} view={view} />}
      {view.notice !== '' && (
        <p className="us-agent-notice" role="alert">
          {translated(view.notice)}
        </p>
      )}
      <FactsCard talk={talk} facts={view.facts} />
      {!hasGreeting && view.stage === 'talking' && view.booking === null && !view.isCallbackAsked && (
        <SuggestionRow talk={talk} view={view} />
      )}
      <SoundNotice talk={talk} view={view} />
      {/* A resumed talk and a suggestion bring their own draft. */}
      <Composer key={`${talk.isResumed} ${view.suggestedCount}`} talk={talk} view={view} />
      <Footer view={view} />
    </section>
  )
}

function Footer({ view }: { readonly view: TalkView }) {
  if (view.person?.state === 'joined') return <p className="us-agent-foot">{t('You’re talking to a person.')}</p>
  const keeper = view.workspaceName === '' ? t('The demo’s author') : view.workspaceName
  return (
    <p className="us-agent-foot">
      <bdi>{t('AI can be wrong. {0} keeps this chat.', keeper)}</bdi>
    </p>
  )
}

/** Fetches the ticket: at once if the visitor opened the panel, at their first input if the page did. */
function usePreparation(talk: AgentTalk, panel: { readonly current: HTMLElement | null }, waits: boolean): void {
  useEffect(() => {
    if (!waits) return void talk.prepare()
    const { current } = panel
    if (current === null) return
    const prepare = () => void talk.prepare()
    for (const type of acts) current.addEventListener(type, prepare, { once: true })
    return () => {
      for (const type of acts) current.removeEventListener(type, prepare)
    }
  }, [talk, panel, waits])
}

const acts = ['pointerover', 'focusin'] as const

function classOf(view: TalkView, hasGreeting: boolean): string {
  const isTall = view.booking !== null || view.isCallbackAsked || hasOpenOffers(view.transcript)
  return [
    'us-agent',
    hasGreeting && 'us-agent-greeting',
    isTall && 'us-agent-tall',
    view.person?.state === 'joined' && 'us-agent-with-person',
  ]
    .filter((name) => name !== false)
    .join(' ')
}
