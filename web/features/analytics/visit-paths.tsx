import type { DemoReport } from './analytics-report.ts'
import { ChartSection } from './chart-section.tsx'
import {
  basisText,
  countOf,
  countText,
  intervalText,
  lookedAtText,
  percentText,
  shareText,
} from '../../lib/figure-text.ts'
import { FigureTable } from './figure-table.tsx'
import { shortPathText } from './path-text.ts'

export interface VisitPathsProps extends Pick<DemoReport, 'steps' | 'paths'> {
  /** The total number; only the newest are analysed. */
  readonly visits: number
}

/** The most common paths, in the order first seen. */
export function VisitPaths({ steps, paths, visits }: VisitPathsProps) {
  const named = paths.map((path) => ({ ...path, text: shortPathText(path.step_ids, steps) }))
  const followed = paths[0]?.share.n ?? 0
  const others = followed - paths.reduce((sum, { share }) => sum + share.hits, 0)
  return (
    <ChartSection
      title="Paths"
      {...(followed < visits && { text: lookedAtText(followed, visits) })}
      table={
        <FigureTable
          label="Paths through the demo"
          columns={['Path', 'Visits', 'Share', '95%', 'Completed']}
          rows={named.map((path) => ({
            key: path.step_ids.join(),
            cells: [
              path.text,
              countText(path.share.hits),
              percentText(path.share.rate),
              intervalText(path.share),
              shareText(path.completed),
            ],
          }))}
        />
      }
    >
      {named.length === 0 ? <p className="text-sm text-muted">No paths yet</p> : null}
      <ol className="flex flex-col gap-0.5">
        {named.map((path) => (
          <li
            key={path.step_ids.join()}
            title={`${basisText(path.share)} · ${shareText(path.completed)} completed`}
            className="relative flex min-h-8 items-center gap-2 px-2.5 py-1 text-sm tabular-nums"
          >
            <span
              aria-hidden
              style={{ width: `${(path.share.rate ?? 0) * 100}%` }}
              className="absolute inset-y-px left-0 rounded-[5px] bg-chart-1/20"
            />
            <span className="relative min-w-0 flex-1 wrap-anywhere">{path.text}</span>
            <span className="relative shrink-0 font-medium">{countText(path.share.hits)}</span>
            <span className="relative w-9 shrink-0 text-right text-xs text-muted">{percentText(path.share.rate)}</span>
          </li>
        ))}
      </ol>
      {others > 0 ? (
        <p className="mt-2 px-2.5 text-xs text-muted">
          {countOf(others, 'visit')} of {countText(followed)} took other paths.
        </p>
      ) : null}
    </ChartSection>
  )
}
