import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from 'react'
import { content } from 'virtual:landing-content'

import { AgentTalk } from '#player/agent/agent-talk.ts'
import { bubblesOf, sourceKey, type TranscriptEntry } from '#player/agent/transcript.ts'
import { tourDemoId } from '#protocol/client-config.ts'

import { AgentFace } from './agent-face.tsx'
import { SendButton } from './ask-section.tsx'
import { tourThumb } from './tour-thumbs.ts'

interface AskTalkProps {
  /** The first question. */
  readonly first: string
  readonly onRestart: () => void
}

/** A visitor's text conversation with the agent of the product's own tour. */
export function AskTalk({ first, onRestart }: AskTalkProps) {
  const [talk] = useState(() => new AgentTalk(tourDemoId))
  const view = useSyncExternalStore(talk.subscribe, talk.view)
  const [text, setText] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    talk.say(first, 'button')
    field.current?.focus({ preventScroll: true })
    return talk.close
  }, [talk, first])
  const { transcript, isAsking, stage, notice } = view
  const isWaiting = stage === 'starting' || isAsking || transcript.at(-1)?.kind === 'visitor'
  const suggestions = stage === 'talking' && !isWaiting ? view.suggestions.slice(0, 3) : []
  // Suggestions make the list shorter.
  const newest = newestOf(transcript, isAsking) + suggestions.length
  const shown = useRef('')
  useEffect(() => {
    if (shown.current !== newest) list.current?.scrollTo({ top: list.current.scrollHeight })
    shown.current = newest
  }, [newest])

  const ask = (question: string) => {
    if (talk.say(question)) setText('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(text)
  }
  return (
    <>
      <div className="ask-head">
        <AgentFace size={36} />
        <span>
          <b>{view.agentName === '' ? content.ask.agentName : view.agentName}</b> AI assistant
        </span>
        <button type="button" onClick={onRestart}>
          Start over
        </button>
      </div>
      <ol ref={list} className="ask-thread" aria-label="Conversation" aria-live="polite" tabIndex={0}>
        {stage === 'starting' && (
          <li className="ask-you">
            <p>{first}</p>
          </li>
        )}
        {transcript.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
        {isWaiting && notice === '' && (
          <li className="ask-dots" aria-label="Writing…">
            <i />
            <i />
            <i />
          </li>
        )}
      </ol>
      {notice !== '' && (
        <p className="ask-notice" role="alert">
          {notice}
        </p>
      )}
      {suggestions.length > 0 && (
        <div className="ask-suggestions">
          {suggestions.map((question) => (
            <button key={question} type="button" onClick={() => ask(question)}>
              {question}
            </button>
          ))}
        </div>
      )}
      <form className="ask-field" onSubmit={submit}>
        <input
          ref={field}
          aria-label="Your question"
          placeholder="Ask a question"
          maxLength={500}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            talk.noticeTyping(event.target.value)
          }}
        />
        <SendButton />
      </form>
    </>
  )
}

/** Changes with whatever is worth scrolling to. */
function newestOf(transcript: readonly TranscriptEntry[], isAsking: boolean): string {
  const last = transcript.at(-1)
  return [last?.key, last?.kind === 'agent' ? last.lines.length + last.offers.length : 0, isAsking].join(' ')
}

function Entry({ entry }: { readonly entry: TranscriptEntry }) {
  if (entry.kind === 'visitor') {
    return (
      <li className="ask-you">
        <span className="sr-only">You: </span>
        <p dir="auto">{entry.text}</p>
      </li>
    )
  }
  if (entry.kind === 'event') return <li className="ask-event">{entry.text}</li>
  if (entry.kind === 'booked') return <li className="ask-event">{`Booked: ${entry.label}`}</li>
  return (
    <li className="ask-agent">
      {bubblesOf(entry.lines).map((bubble) => (
        <div key={bubble.text}>
          <p dir="auto">{bubble.text}</p>
          {bubble.steps.map((order) => (
            <StepLink key={order} order={order} />
          ))}
          {bubble.sources
            .filter(({ kind }) => kind !== 'pair')
            .map((source) => (
              <span key={sourceKey(source)} className="ask-source">
                {source.title}
              </span>
            ))}
        </div>
      ))}
      {entry.offers.map(({ stepOrder, lines }) => (
        <StepLink key={stepOrder} order={stepOrder} lines={lines} />
      ))}
    </li>
  )
}

/** Opens the tour at the step. */
function StepLink({ order, lines }: { readonly order: number; readonly lines?: readonly string[] }) {
  return (
    <a className="ask-step" href={`/demo/${tourDemoId}/play?step=${order}`} target="_blank" rel="noopener">
      <img src={tourThumb(order)} alt="" width={58} height={36} />
      <span>
        <em>Step {order}</em> {content.ask.titles[order - 1]}
        {lines?.map((line) => (
          <q key={line}>{line}</q>
        ))}
      </span>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
