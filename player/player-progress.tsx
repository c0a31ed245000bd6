import type { Ref } from 'react'

import type { PlayerStep } from '#protocol/player-page.ts'

import { chaptersOf } from './chapters.ts'
import { insteadOfSubmit } from './instead-of-submit.ts'
import { useNarrow } from './use-narrow.ts'

interface PlayerProgressProps {
  readonly steps: readonly PlayerStep[]
  readonly index: number
  readonly isOver: boolean
  /** Skipped by a branch. */
  readonly skipped: ReadonlySet<number>
  /** The bar that fills while a step plays automatically; null otherwise. */
  readonly fill: Ref<HTMLElement> | null
  readonly onShow: (index: number) => void
}

/** More segments than this would be too narrow to touch on a phone. */
const touchableMax = 11

/** One segment for each step, in groups with the chapters' names. Phones get a slider over a long demo's segments. */
export function PlayerProgress({ steps, index, isOver, skipped, fill, onShow }: PlayerProgressProps) {
  const chapters = chaptersOf(steps)
  const isSlider = useNarrow() && steps.length > touchableMax
  const segment = (each: number) => {
    const step = steps[each]
    if (step === undefined) return null
    const name = step.title === null ? `Step ${step.order}` : `Step ${step.order}: ${step.title}`
    const isCurrent = each === index && !isOver
    const isDone = (each < index || isOver || (isCurrent && fill === null)) && !skipped.has(each)
    return (
      <button
        key={step.id}
        name="step"
        value={each + 1}
        inert={isSlider}
        className={isDone ? 'us-segment us-segment-done' : 'us-segment'}
        aria-label={name}
        aria-current={isCurrent ? 'step' : undefined}
        title={name}
        onClick={insteadOfSubmit(() => onShow(each))}
      >
        {isCurrent && fill !== null && <i ref={fill} className="us-segment-fill" />}
      </button>
    )
  }
  return (
    <div className="us-progress" role="group" aria-label="Steps">
      {chapters.length === 1
        ? steps.map((_, each) => segment(each))
        : chapters.map(({ name, indexes }) => (
            <div
              key={indexes[0]}
              className={indexes.includes(index) ? 'us-chapter us-chapter-current' : 'us-chapter'}
              {...(name !== null && { role: 'group', 'aria-label': name })}
              data-steps={Math.min(indexes.length, 20)}
            >
              {indexes.map(segment)}
              {name !== null && (
                <span className="us-chapter-name" aria-hidden="true">
                  {name}
                </span>
              )}
            </div>
          ))}
      {isSlider && (
        <input
          type="range"
          className="us-progress-slider"
          aria-label="Step"
          min={1}
          max={steps.length}
          value={index + 1}
          onInput={(event) => onShow(event.currentTarget.valueAsNumber - 1)}
        />
      )}
    </div>
  )
}
