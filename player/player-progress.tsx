import type { Ref } from 'react'

import type { PlayerStep } from '#protocol/player-page.ts'

import { chaptersOf } from './chapters.ts'
import { instead } from './instead.ts'

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

/** One segment for each step, in groups with the chapters' names. */
export function PlayerProgress({ steps, index, isOver, skipped, fill, onShow }: PlayerProgressProps) {
  const chapters = chaptersOf(steps)
  const segment = (each: number) => {
    const step = steps[each]
    if (step === undefined) return null
    const isCurrent = each === index && !isOver
    const isDone = (each < index || isOver || (isCurrent && fill === null)) && !skipped.has(each)
    return (
      <button
        key={step.id}
        name="step"
        value={each + 1}
        className={isDone ? 'us-segment us-segment-done' : 'us-segment'}
        aria-label={stepName(step)}
        aria-current={isCurrent ? 'step' : undefined}
        title={stepName(step)}
        onClick={instead(() => onShow(each))}
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
    </div>
  )
}

function stepName(step: Pick<PlayerStep, 'title' | 'order'>): string {
  return step.title === null ? `Step ${step.order}` : `Step ${step.order}: ${step.title}`
}
