import { Link } from 'react-router'

import type { Demo } from '#domain/demo.ts'

import type { DemoFigures } from './home-calls.ts'
import { percentText } from './percent-text.ts'

/** How the demos did in the last 28 days, the most visited first. A bar for each, and the figures beside it. */
export function DemoPerformance(props: { readonly figures: readonly DemoFigures[]; readonly demos: readonly Demo[] }) {
  const names = new Map(props.demos.map(({ id, name }) => [id, name]))
  const rows = props.figures.filter(({ demoId }) => names.has(demoId))
  const most = Math.max(1, ...rows.map(({ visits }) => visits))
  if (rows.length === 0) {
    return (
      <p className="rounded-card border border-dashed border-control/50 px-4 py-6 text-center text-muted">
        Share a demo. Its visits of the last 28 days stand here.
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {rows.map(({ demoId, visits, completed }) => (
        <li key={demoId} className="px-4 py-3 text-sm">
          <div className="flex items-baseline justify-between gap-4">
            <Link to={`/dashboard/demos/${demoId}`} className="min-w-0 truncate font-medium hover:underline">
              {names.get(demoId)}
            </Link>
            <span className="shrink-0 text-xs text-muted tabular-nums">
              {visits === 1 ? '1 visit' : `${visits} visits`}
              {completed.rate === null ? '' : ` · ${percentText(completed.rate)} to the end`}
            </span>
          </div>
          <div aria-hidden className="mt-2 h-1.5 rounded-chip bg-sunken">
            <div className="h-full rounded-chip bg-accent" style={{ width: `${(visits / most) * 100}%` }} />
          </div>
        </li>
      ))}
    </ul>
  )
}
