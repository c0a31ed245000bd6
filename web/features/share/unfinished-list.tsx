import { TriangleAlert } from 'lucide-react'
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
  const [first] = unfinished
  if (first === undefined) return null
  const rest = unfinished.slice(1)
  const link = ({ card, order }: (typeof unfinished)[number], text: string) => (
    <Link
      to={`/dashboard/demos/${demoId}/edit?card=${card.id}`}
      onClick={onLeave}
      aria-label={`Fix step ${order}, ${cardNames[card.type].name}`}
      className="shrink-0 rounded-control px-2.5 py-1 font-medium hover:bg-hover pointer-coarse:py-3"
    >
      {text}
    </Link>
  )
  return (
    <section aria-labelledby="unfinished" className="rounded-card bg-spot-soft text-spot-text">
      <div className="flex min-h-11 items-center gap-2.5 pr-2 pl-3.5">
        <TriangleAlert size={16} aria-hidden className="shrink-0" />
        <h3 id="unfinished" className="shrink-0 font-semibold text-text">
          {unfinished.length} unfinished
        </h3>
        <p className="min-w-0 flex-1 text-soft sm:truncate" title={first.text}>
          Step {first.order}, {cardNames[first.card.type].name}: {first.text}
        </p>
        {link(first, 'Fix')}
      </div>
      {rest.length === 0 ? null : (
        <details className="border-t border-spot/30 px-3.5 pb-1">
          <summary className="flex h-9 cursor-pointer items-center font-medium">{rest.length} more</summary>
          <ul>
            {rest.map((each) => (
              <li key={each.card.id} className="flex min-h-9 items-center justify-between gap-2 text-soft">
                <span className="min-w-0">
                  Step {each.order}, {cardNames[each.card.type].name}: {each.text}
                </span>
                {link(each, 'Fix')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
