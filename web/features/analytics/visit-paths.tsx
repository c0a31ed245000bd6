import type { DemoReport, FunnelStep, VisitPath } from './analytics-report.ts'
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
import { StepTrack, type StepTick } from '../../ui/step-track.tsx'
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
      <ol className="flex flex-col">
        {named.map((path) => (
          <PathRow key={path.step_ids.join()} path={path} text={path.text} steps={steps} />
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

interface PathRowProps {
  readonly path: VisitPath
  /** For assistive technology. */
  readonly text: string
  readonly steps: readonly FunnelStep[]
}

/** The steps seen as ticks, and where the visits ended. */
function PathRow({ path, text, steps }: PathRowProps) {
  const seen = new Set(path.step_ids)
  const ticks = steps.map(({ step_id: stepId }): StepTick => ({ stepId, mark: seen.has(stepId) ? 'seen' : 'unseen' }))
  return (
    <li
      title={`${text} · ${basisText(path.share)} · ${shareText(path.completed)} completed`}
      className="flex min-h-9 items-center gap-3 border-b border-line text-sm tabular-nums last:border-b-0"
    >
      <span className="w-30 shrink-0 max-sm:w-24">
        <StepTrack ticks={ticks} label={text} />
      </span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        <PathEnd path={path} steps={steps} />
      </span>
      <span className="shrink-0 font-medium">{countText(path.share.hits)}</span>
      <span className="w-9 shrink-0 text-right text-xs text-muted">{percentText(path.share.rate)}</span>
    </li>
  )
}

function PathEnd({ path, steps }: Pick<PathRowProps, 'path' | 'steps'>) {
  const lastId = path.step_ids.at(-1)
  if (lastId === undefined) return 'No step seen'
  if (path.completed.rate === 1) return 'Finished'
  const last = steps.find(({ step_id }) => step_id === lastId)
  if (last === undefined) return 'Left on a deleted step'
  return (
    <>
      Left on step {last.step_order}
      {last.title === null || last.title === '' ? null : <span className="text-muted"> · {last.title}</span>}
    </>
  )
}
