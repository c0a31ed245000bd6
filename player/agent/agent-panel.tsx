import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FormEvent,
  type KeyboardEvent,
} from 'react'

import type { AgentMode } from '#protocol/agent-events.ts'

import type { Store } from '../create-store.ts'
import { AgentTalk } from './agent-talk.ts'
import { MeetingForm } from './meeting-form.tsx'
import type { TalkView } from './talk-view.ts'
import './agent-panel.css'
import './agent-panel-layouts.css'

export interface AgentPanelProps {
  readonly demoId: string
  readonly steps: readonly {
    readonly id: string
    readonly order: number
    readonly title: string | null
    readonly description: string | null
  }[]
  /** Counted from 1. */
  readonly currentStep: number
  readonly onShowStep: (order: number) => void
  readonly onClose: () => void
  /** The step the visitor chose. */
  readonly visited: Store<{ readonly order: number }>
  /** Asked once the visitor has consented. */
  readonly firstQuestion?: string | null | undefined
  /** The agent's opening line when it starts the talk. */
  readonly greeting?: string | null | undefined
  /** A talk has begun. */
  readonly onTalk?: ((conversationId: string) => void) | undefined
}

/** The agent panel: notice, captions, questions and transcript. Starts nothing before consent. */
export function AgentPanel(props: AgentPanelProps) {
  const { demoId, currentStep, onShowStep, onClose, visited } = props
  const [talk] = useState(() => new AgentTalk(demoId, props.firstQuestion ?? null))
  const view = useSyncExternalStore(talk.subscribe, talk.view)
  const titleId = useId()
  const greeting = props.greeting ?? null

  useEffect(() => visited.subscribe(() => talk.followVisitor(visited.get().order)), [visited, talk])
  useEffect(() => talk.showStepsWith(onShowStep), [onShowStep, talk])
  useEffect(() => {
    talk.resume()
    return talk.close
  }, [talk])
  const { onTalk } = props
  const { conversationId } = view
  useEffect(() => {
    if (conversationId !== null && !talk.isResumed) onTalk?.(conversationId)
  }, [conversationId, onTalk, talk])

  const close = () => {
    talk.close()
    onClose()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    // The page's own keys (arrows turn steps) stay out of here.
    event.stopPropagation()
    if (event.key === 'Escape') close()
  }

  return (
    <section className="us-agent" role="dialog" aria-labelledby={titleId} onKeyDown={handleKeyDown}>
      <header className="us-agent-top">
        <h2 id={titleId}>
          {view.stage === 'notice'
            ? (props.firstQuestion ?? (greeting === null ? 'Ask this demo' : 'An AI assistant'))
            : view.agentName}
        </h2>
        <p className={view.isSpeaking ? 'us-agent-state us-agent-state-speaking' : 'us-agent-state'} role="status">
          {stateInWords(view)}
        </p>
        <button type="button" className="us-agent-close" onClick={close} aria-label="Close the agent">
          <span aria-hidden="true">×</span>
        </button>
      </header>
      {view.stage === 'notice' && greeting !== null && <p className="us-agent-greeting">{greeting}</p>}
      {view.stage === 'notice' && <Notice onChoose={(mode) => void talk.start(mode, currentStep)} />}
      {view.stage === 'talking' && <Talking talk={talk} view={view} onShowStep={onShowStep} />}
      {view.notice !== '' && (
        <p className="us-agent-notice" role="alert">
          {view.notice}
        </p>
      )}
      {view.stage === 'over' && (
        <>
          <Transcript view={view} onShowStep={onShowStep} />
          <div className="us-agent-choices">
            <FirstFocus label="Start again" onClick={() => void talk.start(view.mode, currentStep)} />
          </div>
        </>
      )}
    </section>
  )
}

function Notice({ onChoose }: { readonly onChoose: (mode: AgentMode) => void }) {
  return (
    <div className="us-agent-consent">
      <p>
        You will be talking to an AI, not a person. It presents this demo and answers from its notes. The conversation
        is stored as text, and the demo’s author can read it.
      </p>
      <p>
        Voice uses your browser’s speech services. Its vendor may process the audio; we don’t record it. The microphone
        stays off until you choose Voice.
      </p>
      <div className="us-agent-choices">
        <FirstFocus label="Text" onClick={() => onChoose('text')} />
        <button type="button" className="us-agent-choice" onClick={() => onChoose('voice')}>
          Voice
        </button>
      </div>
    </div>
  )
}

/** Only inside a frame: focusing from the host page would steal the visitor's typing. */
function focusHere(element: HTMLElement | null): void {
  if (document.hasFocus()) element?.focus()
}

/** A button that takes focus when it appears, so that the keyboard is at the next choice. */
function FirstFocus({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // Before paint: the next Escape must find the panel.
  useLayoutEffect(() => focusHere(button.current), [])
  return (
    <button ref={button} type="button" className="us-agent-choice us-agent-primary" onClick={onClick}>
      {label}
    </button>
  )
}

interface TalkingProps {
  readonly talk: AgentTalk
  readonly view: TalkView
  readonly onShowStep: (order: number) => void
}

function Talking({ talk, view, onShowStep }: TalkingProps) {
  return (
    <>
      <div className={view.isSpeaking ? 'us-agent-caption us-agent-caption-speaking' : 'us-agent-caption'}>
        {/* With sound on, a screen reader would say everything a second time. */}
        <p aria-live={view.hasSound ? 'off' : 'polite'}>{view.caption}</p>
        <StepChips steps={view.captionSteps} onShowStep={onShowStep} />
      </div>
      <Transcript view={view} onShowStep={onShowStep} />
      {view.booking !== null && <MeetingForm talk={talk} booking={view.booking} />}
      {view.booking === null && view.suggestions.length > 0 && (
        <div className="us-agent-suggestions" role="group" aria-label="Suggestions">
          {view.suggestions.map((text) => (
            <button key={text} type="button" className="us-agent-chip" onClick={() => talk.say(text, 'button')}>
              {text}
            </button>
          ))}
        </div>
      )}
      <Question talk={talk} view={view} />
      <Controls talk={talk} view={view} />
    </>
  )
}

function Question({ talk, view }: { readonly talk: AgentTalk; readonly view: TalkView }) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(talk.draft)
  useEffect(() => {
    talk.keepDraft(text)
  }, [talk, text])
  useEffect(() => focusHere(field.current), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Text that is too long stays in the field.
    if (talk.say(text)) setText('')
  }
  return (
    <form className="us-agent-question" onSubmit={submit}>
      <input
        ref={field}
        type="text"
        value={view.partial === '' ? text : view.partial}
        placeholder="Ask a question"
        aria-label="Your question"
        autoComplete="off"
        enterKeyHint="send"
        onInput={(event) => {
          const { value } = event.currentTarget
          if (value !== '') talk.noticeTyping(value)
          setText(value)
        }}
      />
      <button type="submit" className="us-agent-send" disabled={text.trim() === ''}>
        Ask
      </button>
    </form>
  )
}

function Controls({ talk, view }: { readonly talk: AgentTalk; readonly view: TalkView }) {
  return (
    <div className="us-agent-controls">
      {view.isSpeaking ? (
        <button type="button" className="us-agent-control" onClick={() => talk.press('stop')}>
          Stop
        </button>
      ) : (
        <button type="button" className="us-agent-control" onClick={() => talk.press('continue')}>
          Continue
        </button>
      )}
      <button
        type="button"
        className={`us-agent-mic us-agent-mic-${view.listening}`}
        aria-pressed={view.listening !== 'off' && view.listening !== 'unavailable'}
        disabled={view.listening === 'unavailable'}
        onClick={() => talk.toggleMicrophone()}
      >
        {microphoneInWords(view)}
      </button>
      {view.canSound && (
        <button
          type="button"
          className="us-agent-control"
          aria-pressed={view.hasSound}
          onClick={() => void talk.toggleSound()}
        >
          {view.hasSound ? 'Sound on' : 'Sound off'}
        </button>
      )}
      {view.takesMeetings && (
        <button type="button" className="us-agent-control" onClick={() => talk.press('book')}>
          Book a meeting
        </button>
      )}
      <button type="button" className="us-agent-control" onClick={() => talk.press('human')}>
        Person
      </button>
    </div>
  )
}

function Transcript({ view, onShowStep }: { readonly view: TalkView; readonly onShowStep: (order: number) => void }) {
  const list = useRef<HTMLOListElement>(null)
  const { transcript } = view
  useEffect(() => {
    if (transcript.length > 0) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [transcript])
  return (
    <ol className="us-agent-transcript" ref={list} aria-label="Conversation" tabIndex={0}>
      {transcript.map((entry) => (
        <li key={entry.key} className={`us-agent-entry us-agent-entry-${entry.speaker}`}>
          <span className="us-agent-who">{entry.speaker === 'visitor' ? 'You' : view.agentName}</span>
          <p>{entry.text}</p>
          <StepChips steps={entry.steps} onShowStep={onShowStep} />
        </li>
      ))}
    </ol>
  )
}

function StepChips({
  steps,
  onShowStep,
}: {
  readonly steps: readonly number[]
  readonly onShowStep: (order: number) => void
}) {
  if (steps.length === 0) return null
  return (
    <span className="us-agent-cites">
      {steps.map((order) => (
        <button key={order} type="button" className="us-agent-cite" onClick={() => onShowStep(order)}>
          {`Step ${order}`}
        </button>
      ))}
    </span>
  )
}

function stateInWords(view: TalkView): string {
  if (view.stage === 'notice') return 'AI assistant'
  if (view.stage === 'starting') return 'Connecting…'
  if (view.stage === 'over') return 'Conversation ended'
  if (view.isReconnecting) return 'Reconnecting…'
  if (view.isAsking) return 'Sending your question…'
  if (view.isSpeaking) return 'Speaking'
  if (view.listening === 'listening') return 'Listening'
  return view.phase === 'paused' ? 'Paused' : 'Waiting for you'
}

function microphoneInWords(view: TalkView): string {
  switch (view.listening) {
    case 'listening':
      return 'Listening'
    case 'starting':
      return 'Opening the microphone…'
    case 'unavailable':
      return 'No microphone'
    case 'off':
      if (view.mode === 'text') return 'Use voice'
      return view.isSpeaking ? 'Microphone paused' : 'Talk'
  }
}
