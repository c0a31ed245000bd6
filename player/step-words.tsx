import { useState, type ReactNode } from 'react'

import { stepOfText } from '#domain/player-texts.ts'
import type { PlayerStep } from '#protocol/player-page.ts'

import { Icon } from './icon.tsx'
import { insteadOfSubmit } from './instead-of-submit.ts'
import { finishes, movePlayer, nextOf } from './player-state.ts'
import { RichText } from './rich-text.tsx'
import type { PlayerModel } from './use-player.ts'

/** A step's title and text. Long texts open on request. */
export function StepWords({ step, canFold }: { readonly step: PlayerStep; readonly canFold: boolean }) {
  const [openId, setOpenId] = useState<string | null>(null)
  const isFolded = canFold && openId !== step.id && isLong(step.description ?? '')
  return (
    <div className="us-caption" aria-live="polite">
      {step.title !== null && <h2>{step.title}</h2>}
      {step.description !== null && (
        <div
          className={isFolded ? 'us-caption-text us-caption-folded' : 'us-caption-text'}
          // It may scroll.
          tabIndex={openId === step.id ? 0 : undefined}
        >
          <RichText text={step.description} />
        </div>
      )}
      {isFolded && (
        <button type="button" className="us-more" onClick={() => setOpenId(step.id)}>
          Read more
        </button>
      )}
    </div>
  )
}

function isLong(text: string): boolean {
  return text.length > 340 || text.split('\n').length > 8
}

interface MovesProps {
  readonly index: number
  readonly count: number
  readonly isFirst: boolean
  /** The step number that Next submits without script; null if there is none. */
  readonly next: number | null
  readonly previous: number
  readonly onPrevious: () => void
  readonly onNext: () => void
  /** On the last step, instead of Start again. */
  readonly finishes: boolean
  /** Finish, or Start again. */
  readonly onEnd: () => void
}

/** The actions of a player's buttons. */
export function movesOf({ demo, state, act }: Pick<PlayerModel, 'demo' | 'state' | 'act'>): MovesProps {
  const { index } = state
  const next = nextOf(state)
  return {
    index,
    count: demo.steps.length,
    isFirst: movePlayer(state, { type: 'previous' }) === state,
    next: next === 'ending' ? demo.steps.length + 1 : next === null ? null : next + 1,
    previous: movePlayer(state, { type: 'previous' }).index + 1,
    onPrevious: () => act({ type: 'previous' }),
    onNext: () => act({ type: 'next' }),
    finishes: finishes(demo.look),
    onEnd: () => act(finishes(demo.look) ? { type: 'finish' } : { type: 'show', index: 0 }),
  }
}

/** The classic layout's buttons. */
export function ClassicMoves({ index, count, next, ...moves }: MovesProps) {
  return (
    <div className="us-controls">
      <button
        name="step"
        value={moves.previous}
        className="us-move"
        disabled={moves.isFirst}
        onClick={insteadOfSubmit(moves.onPrevious)}
      >
        Previous
      </button>
      <p className="us-count" role="status">
        {stepOfText(index, count)}
      </p>
      {next === null && count > 1 && <EndButton {...moves} count={count} className="us-move" />}
      <button
        name="step"
        value={next ?? index + 2}
        className="us-move us-move-next"
        disabled={next === null}
        onClick={insteadOfSubmit(moves.onNext)}
      >
        Next
      </button>
    </div>
  )
}

/** The same buttons at the bottom of a callout. */
export function CalloutMoves({ index, count, next, ask, ...moves }: MovesProps & { readonly ask: ReactNode }) {
  return (
    <div className="us-callout-foot">
      <span>
        <span className="us-callout-count" aria-hidden="true">{`${index + 1} of ${count}`}</span>
        <StepStatus index={index} count={count} />
      </span>
      {ask}
      <button
        name="step"
        value={moves.previous}
        className="us-callout-button us-callout-back"
        aria-label="Previous"
        title="Previous"
        disabled={moves.isFirst}
        onClick={insteadOfSubmit(moves.onPrevious)}
      >
        <Icon name="back" />
      </button>
      {next === null && count > 1 && <EndButton {...moves} count={count} className="us-callout-button" />}
      <button
        name="step"
        value={next ?? index + 2}
        className="us-callout-button us-callout-next"
        disabled={next === null}
        onClick={insteadOfSubmit(moves.onNext)}
      >
        Next
      </button>
    </div>
  )
}

function EndButton(props: Pick<MovesProps, 'count' | 'finishes' | 'onEnd'> & { readonly className: string }) {
  return (
    <button
      name="step"
      value={props.finishes ? props.count + 1 : 1}
      className={props.className}
      onClick={insteadOfSubmit(props.onEnd)}
    >
      {props.finishes ? 'Finish' : 'Start again'}
    </button>
  )
}

/** The position as text, for screen readers. */
export function StepStatus({ index, count }: { readonly index: number; readonly count: number }) {
  return (
    <span className="us-count us-hidden" role="status">
      {stepOfText(index, count)}
    </span>
  )
}
