import { Link } from 'react-router'

import { cardNames, type Card } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'

import { unfinishedText } from '../../lib/unfinished-text.ts'

export interface UnfinishedListProps {
  readonly demoId: string
  readonly steps: readonly Step[]
  readonly cards: readonly Card[]
  /** A link was followed. */
  readonly onLeave: () => void
}

/** Unfinished cards, which visitors don't see, with links to them. */
export function UnfinishedList({ demoId, steps, cards, onLeave }: UnfinishedListProps) {
  const unfinished = steps.flatMap((step) =>
    cards.flatMap((card) => {
      const text = card.stepId === step.id ? unfinishedText(card) : null
      return text === null ? [] : [{ card, text, order: step.order }]
    }),
  )
  if (unfinished.length === 0) return null
  return (
    <section
      aria-labelledby="unfinished"
      className="rounded-control border border-warning/60 bg-sunken px-3 py-2 text-sm"
    >
      <h3 id="unfinished" className="font-medium">
        Unfinished
      </h3>
      <ul className="mt-1 flex flex-col gap-1">
        {unfinished.map(({ card, text, order }) => (
          <li key={card.id}>
            <Link
              to={`/dashboard/demos/${demoId}/edit?card=${card.id}`}
              onClick={onLeave}
              className="font-medium text-accent-text underline underline-offset-2"
            >
              Step {order}, {cardNames[card.type].name}
            </Link>
            <span className="block text-muted">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
