import { Link } from 'react-router'

import type { ListedDemo } from '#domain/demo.ts'

import { countOf, intervalText, percentText } from '../../lib/figure-text.ts'
import type { DemoFigures } from './home-calls.ts'

/** The most visited demos of the last 28 days: a bar for the completion rate, and the figures. */
export function DemoPerformance(props: {
  readonly figures: readonly DemoFigures[]
  readonly demos: readonly ListedDemo[]
}) {
  const names = new Map(props.demos.map(({ id, name }) => [id, name]))
  const rows = props.figures.filter(({ demoId }) => names.has(demoId))
  if (rows.length === 0) {
    return (
      <p className="rounded-card border border-dashed border-control/50 px-4 py-6 text-center text-muted">
        Share a demo to see its visits here.
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {rows.map(({ demoId, visits, completed }) => (
        <li key={demoId}>
          <Link
            to={`/dashboard/demos/${demoId}/analytics`}
            className="block px-4 py-3 text-sm -outline-offset-2 transition-colors duration-[120ms] hover:bg-sunken"
          >
            <span dir="auto" className="block truncate text-left font-medium">
              {names.get(demoId)}
            </span>
            <svg aria-hidden className="my-1.5 block h-1.5 w-full" preserveAspectRatio="none" viewBox="0 0 100 6">
              <rect width="100" height="6" className="fill-line/70" />
              <rect width={(completed.rate ?? 0) * 100} height="6" className="fill-accent" />
            </svg>
            <span className="block text-xs text-muted tabular-nums">
              {countOf(visits, 'visit')}
              {completed.rate === null
                ? ''
                : ` · ${percentText(completed.rate)} completed (95%: ${intervalText(completed)})`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
