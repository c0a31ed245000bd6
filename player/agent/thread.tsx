import { useEffect, useRef, type ReactNode, type RefObject } from 'react'

import { BookedCard } from './booked-card.tsx'
import { SourceChip, StepChip, type PanelStep } from './step-chip.tsx'
import type { TalkView } from './talk-view.ts'
import { bubblesOf, sourceKey, type SpokenLine, type TranscriptEntry } from './transcript.ts'
import { t } from './panel-text.ts'

interface ThreadProps {
  readonly view: TalkView
  readonly steps: readonly PanelStep[]
  /** The order of the step on the screen. */
  readonly currentStep: number
  readonly onShowStep: (order: number) => void
  /** Cards below the last message. */
  readonly children?: ReactNode
}

/** The conversation, oldest first. */
export function Thread({ view, steps, currentStep, onShowStep, children }: ThreadProps) {
  const { transcript } = view
  const scroller = useRef<HTMLDivElement>(null)
  const newest = newestOf(view)
  const shown = useRef('')
  useEffect(() => {
    if (scroller.current !== null && shown.current !== newest) showNewest(scroller.current)
    shown.current = newest
  }, [newest])
  useStickToEnd(scroller)
  const last = transcript.at(-1)
  const isWaiting = view.stage === 'talking' && view.phase !== 'person' && (view.isAsking || last?.kind === 'visitor')
  return (
    <div className="us-agent-scroll" ref={scroller}>
      {/* With sound on, a screen reader would say everything a second time. */}
      <ol
        className="us-agent-thread"
        aria-label={t('Conversation')}
        tabIndex={0}
        aria-live={view.hasSound ? 'off' : 'polite'}
        aria-relevant="additions text"
      >
        {transcript.map((entry) => (
          <li key={entry.key} className={`us-agent-entry us-agent-entry-${entry.kind}`}>
            <Entry
              entry={entry}
              agentName={view.agentName}
              steps={steps}
              currentStep={currentStep}
              onShowStep={onShowStep}
            />
          </li>
        ))}
      </ol>
      {isWaiting && (
        <p className="us-agent-dots" aria-hidden="true">
          <span />
          <span />
          <span />
        </p>
      )}
      {view.person?.state === 'ringing' && (
        <p className="us-agent-event us-agent-ringing" role="status">
          {t('Calling the team…')}
        </p>
      )}
      {children}
    </div>
  )
}

interface EntryProps {
  readonly entry: TranscriptEntry
  readonly agentName: string
  readonly steps: readonly PanelStep[]
  readonly currentStep: number
  readonly onShowStep: (order: number) => void
}

function Entry({ entry, agentName, steps, currentStep, onShowStep }: EntryProps) {
  switch (entry.kind) {
    case 'visitor':
      return (
        <>
          <span className="us-hidden">{t('You:')} </span>
          <p className="us-agent-bubble us-agent-bubble-visitor" dir="auto">
            {entry.text}
          </p>
        </>
      )
    case 'event':
      return (
        <p className="us-agent-event">
          <span className="us-agent-face us-agent-face-person us-agent-face-small" aria-hidden="true">
            {initialOf(entry.person)}
          </span>
          <bdi>{entry.text}</bdi>
        </p>
      )
    case 'booked':
      return <BookedCard startUtc={entry.startUtc} label={entry.label} zone={entry.zone} />
    case 'agent':
      return (
        <>
          <span className="us-hidden">{`${entry.person ?? agentName}: `}</span>
          {bubblesOf(entry.lines).map((bubble) => (
            <Bubble
              key={bubble.text}
              bubble={bubble}
              isPerson={entry.person !== null}
              steps={steps}
              offered={entry.offers.map(({ stepOrder }) => stepOrder)}
              currentStep={currentStep}
              onShowStep={onShowStep}
            />
          ))}
          {entry.offers.map((offer) => (
            <StepChip
              key={offer.stepId}
              isWide
              step={{ ...stepOf(steps, offer.stepOrder), title: offer.title }}
              lines={offer.lines}
              isShown={offer.stepOrder === currentStep}
              onShowStep={onShowStep}
            />
          ))}
        </>
      )
  }
}

interface BubbleProps {
  readonly bubble: SpokenLine
  readonly isPerson: boolean
  readonly steps: readonly PanelStep[]
  /** Steps that are also shown below the bubble. */
  readonly offered: readonly number[]
  readonly currentStep: number
  readonly onShowStep: (order: number) => void
}

function Bubble({ bubble, isPerson, steps, offered, currentStep, onShowStep }: BubbleProps) {
  return (
    <>
      <p className={isPerson ? 'us-agent-bubble us-agent-bubble-person' : 'us-agent-bubble'} dir="auto">
        {bubble.text}
      </p>
      {bubble.steps
        .filter((order) => !offered.includes(order))
        .map((order) => (
          <StepChip key={order} step={stepOf(steps, order)} isShown={order === currentStep} onShowStep={onShowStep} />
        ))}
      {bubble.sources.map((source) => (
        <SourceChip key={sourceKey(source)} source={source} />
      ))}
    </>
  )
}

/** Buttons and an on-screen keyboard take space from the conversation; if its end was visible, it stays so. */
function useStickToEnd(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = scroller
    if (current === null) return
    let isAtEnd = true
    const measure = () => {
      isAtEnd = current.scrollHeight - current.scrollTop - current.clientHeight < nearPx
    }
    const observer = new ResizeObserver(() => {
      if (isAtEnd) current.scrollTop = current.scrollHeight
    })
    observer.observe(current)
    current.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      current.removeEventListener('scroll', measure)
    }
  }, [scroller])
}

const nearPx = 40

/** Changes with everything worth scrolling to. */
function newestOf({ transcript, booking, isCallbackAsked, person }: TalkView): string {
  const last = transcript.at(-1)
  const size = last?.kind === 'agent' ? last.lines.length + last.offers.length : 0
  return [last?.key, size, booking?.form?.field ?? booking?.zone, isCallbackAsked, person?.state].join(' ')
}

/** The first letter of a name, whatever its script. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? ''
}

function stepOf(steps: readonly PanelStep[], order: number): PanelStep {
  return steps.find((step) => step.order === order) ?? { id: '', order, title: null, description: null }
}

/** Scrolls to the end; to the start of a last message that is longer than the window. */
function showNewest(scroller: HTMLElement): void {
  const newest = scroller.querySelector<HTMLElement>('.us-agent-entry:last-child')
  const isLong =
    newest !== null && newest.offsetHeight > scroller.clientHeight && newest === newest.parentElement?.lastElementChild
  scroller.scrollTop = isLong ? newest.offsetTop - scroller.offsetTop : scroller.scrollHeight
}
