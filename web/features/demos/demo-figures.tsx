import type { DemoActivity } from '../../lib/demo-activity.ts'
import { countOf, countText, percentText } from '../../lib/figure-text.ts'
import { Trend } from '../../ui/trend.tsx'

/** Visits in the last 28 days and the share that reached the end. Renders nothing if there are no visits. */
export function DemoFigures({ activity }: { readonly activity: DemoActivity | undefined }) {
  if (activity === undefined || activity.visits === 0) return null
  const { visits, completed, parts } = activity
  const share = percentText(completed.rate)
  return (
    <span
      title={`${countOf(visits, 'visit')} in 28 days, ${countText(completed.hits)} of them finished`}
      className="flex items-center gap-1.5"
    >
      <Trend values={parts} width={56} height={18} />
      <span>
        <span className="sr-only">{countOf(visits, 'visit')}, finished </span>
        <span aria-hidden>{countText(visits)} · </span>
        {share}
      </span>
    </span>
  )
}
