import { Link } from 'react-router'

import type { ListedDemo } from '#domain/demo.ts'

import type { DemoActivity } from '../../lib/demo-activity.ts'
import { countText, intervalText, percentText } from '../../lib/figure-text.ts'
import { CoverThumbnail } from '../../ui/cover-thumbnail.tsx'
import { Bar } from '../../ui/illustrations/bar.tsx'
import { SamplePicture } from '../../ui/illustrations/sample-picture.tsx'
import { Trend } from '../../ui/trend.tsx'

const shownMax = 5
const placeholders = [
  { width: '58%', parts: [1, 2, 2, 4, 3, 6, 7, 9] },
  { width: '44%', parts: [2, 1, 3, 2, 4, 3, 5, 5] },
  { width: '52%', parts: [1, 1, 2, 1, 2, 3, 2, 3] },
]

export interface DemoPerformanceProps {
  readonly activities: readonly DemoActivity[]
  readonly demos: readonly ListedDemo[]
  readonly backendUrl: string
}

/** The most visited demos of the last 28 days: sparkline, visits, and the share that finished. */
export function DemoPerformance({ activities, demos, backendUrl }: DemoPerformanceProps) {
  const byId = new Map(demos.map((demo) => [demo.id, demo]))
  const rows = activities.flatMap((activity) => {
    const demo = byId.get(activity.demoId)
    return demo === undefined || activity.visits === 0 ? [] : { activity, demo }
  })
  if (rows.length === 0) {
    return (
      <>
        <div aria-hidden className="mask-b-from-0% mask-b-to-95% border-t border-line">
          {placeholders.map(({ width, parts }) => (
            <div key={width} className="flex h-11 items-center gap-2.5 border-b border-line">
              <span className="h-[30px] w-12 shrink-0 overflow-hidden rounded-[5px] shadow-[0_0_0_1px_var(--line)]">
                <SamplePicture step={1} />
              </span>
              <span className="flex-1">
                <Bar width={width} />
              </span>
              <Trend values={parts} width={72} height={24} />
            </div>
          ))}
        </div>
        <p className="mt-2 text-center text-sm text-muted">Share a demo to see its visits here.</p>
      </>
    )
  }
  return (
    <>
      <p aria-hidden className="flex h-7 items-center gap-2.5 text-xs text-muted">
        <span className="ml-auto w-18 text-right max-sm:hidden">28 days</span>
        <span className="w-13 text-right max-sm:ml-auto">Visits</span>
        <span className="w-13 text-right">Finished</span>
      </p>
      <ul>
        {rows.slice(0, shownMax).map(({ activity, demo }) => (
          <li key={demo.id} className="border-t border-line">
            <PerformanceRow activity={activity} demo={demo} backendUrl={backendUrl} />
          </li>
        ))}
      </ul>
    </>
  )
}

function PerformanceRow(props: {
  readonly activity: DemoActivity
  readonly demo: ListedDemo
  readonly backendUrl: string
}) {
  const { activity, demo, backendUrl } = props
  const { visits, completed, parts } = activity
  return (
    <Link
      to={`/dashboard/demos/${demo.id}/analytics`}
      title={`${countText(completed.hits)} of ${countText(completed.n)} finished, 95%: ${intervalText(completed)}`}
      className="flex min-h-11 items-center gap-2.5 -outline-offset-2 transition-colors duration-[120ms] hover:bg-hover"
    >
      <CoverThumbnail step={demo.steps[0]} backendUrl={backendUrl} />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
        {demo.name}
      </span>
      <span className="max-sm:hidden">
        <Trend values={parts} width={72} height={24} />
      </span>
      <span className="w-13 shrink-0 text-right tabular-nums">
        {countText(visits)}
        <span className="sr-only"> visits, </span>
      </span>
      <span className="w-13 shrink-0 text-right tabular-nums">
        {percentText(completed.rate)}
        <span className="sr-only"> finished</span>
      </span>
    </Link>
  )
}
