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
import { RateBar } from './rate-bar.tsx'
import { shortWayText } from './way-text.ts'

export interface VisitPathsProps extends Pick<DemoReport, 'steps' | 'paths'> {
  /** All there were; of many the newest are followed. */
  readonly visits: number
}

/** The most common paths, in the order first seen. */
export function VisitPaths({ steps, paths, visits }: VisitPathsProps) {
  const named = paths.map((path) => ({ ...path, text: shortWayText(path.step_ids, steps) }))
  const followed = paths[0]?.share.n ?? 0
  const others = followed - paths.reduce((sum, { share }) => sum + share.hits, 0)
  return (
    <ChartSection
      title="Paths"
      text={`By current step number, in the order first seen${followed < visits ? `, ${lookedAtText(followed, visits)}` : ''}.`}
      table={
        <FigureTable
          label="Paths through the demo"
          columns={['Way', 'Visits', 'Share', '95%', 'Completed']}
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
      {named.length === 0 ? <p className="text-sm text-muted">No paths yet.</p> : null}
      <ol className="flex flex-col gap-3">
        {named.map((path) => (
          <li key={path.step_ids.join()}>
            <p className="flex items-baseline justify-between gap-3 text-sm tabular-nums">
              <span className="min-w-0 font-medium wrap-anywhere">{path.text}</span>
              <span className="shrink-0 font-semibold">{percentText(path.share.rate)}</span>
            </p>
            <div className="my-1">
              <RateBar rate={path.share} />
            </div>
            <p className="text-xs text-muted tabular-nums">
              {basisText(path.share)} · {shareText(path.completed)} of them completed
            </p>
          </li>
        ))}
      </ol>
      {others > 0 ? (
        <p className="mt-3 text-sm text-muted">
          {countOf(others, 'visit')} of {countText(followed)} took other ways.
        </p>
      ) : null}
    </ChartSection>
  )
}
