import { useState } from 'react'
import { Link } from 'react-router'

import { estimatedMinutes, type ListedDemo } from '#domain/demo.ts'

import { dayText } from '../../lib/dates.ts'
import type { DemoActivity } from '../../lib/demo-activity.ts'
import { countText } from '../../lib/figure-text.ts'
import { Button } from '../../ui/button.tsx'
import { CoverThumbnail } from '../../ui/cover-thumbnail.tsx'
import { DemoLinks, StatusDot, StatusWord } from './demo-card.tsx'
import { DemoFigures } from './demo-figures.tsx'

export interface DemoRowsProps {
  readonly demos: readonly ListedDemo[]
  readonly backendUrl: string
  readonly activities: ReadonlyMap<string, DemoActivity>
}

const rowsAtOnce = 100

/** The demos as rows. */
export function DemoRows({ demos, backendUrl, activities }: DemoRowsProps) {
  const [count, setCount] = useState(rowsAtOnce)
  return (
    <>
      <ul className="border-t border-line">
        {demos.slice(0, count).map((demo) => (
          <li key={demo.id} className="paint-when-near">
            <DemoRow demo={demo} backendUrl={backendUrl} activity={activities.get(demo.id)} />
          </li>
        ))}
      </ul>
      {demos.length > count ? (
        <Button className="mt-4" onClick={() => setCount(count + rowsAtOnce)}>
          Show {countText(Math.min(rowsAtOnce, demos.length - count))} more
        </Button>
      ) : null}
    </>
  )
}

function DemoRow(props: {
  readonly demo: ListedDemo
  readonly backendUrl: string
  readonly activity: DemoActivity | undefined
}) {
  const { demo, backendUrl, activity } = props
  return (
    <article
      aria-label={demo.name}
      className="flex min-h-11 items-center gap-3 border-b border-line py-1 pl-1 hover:bg-hover max-sm:flex-wrap"
    >
      <CoverThumbnail step={demo.steps[0]} backendUrl={backendUrl} />
      <StatusDot status={demo.status} />
      <h3 className="min-w-0 flex-1 text-sm">
        <Link
          to={`/dashboard/demos/${demo.id}`}
          title={demo.name}
          dir="auto"
          className="block truncate text-left font-medium hover:underline"
        >
          {demo.name}
        </Link>
      </h3>
      <span className="w-32 shrink-0 text-right text-xs text-muted tabular-nums max-lg:hidden">
        {demo.status === 'active' ? <DemoFigures activity={activity} /> : <StatusWord status={demo.status} />}
      </span>
      <span className="w-28 shrink-0 text-xs text-muted tabular-nums max-md:hidden">
        {demo.stepCount === 1 ? '1 step' : `${demo.stepCount} steps`} · {estimatedMinutes(demo.stepCount)} min
      </span>
      <time dateTime={demo.createdAt} className="w-24 shrink-0 text-xs text-muted tabular-nums max-md:hidden">
        {dayText(demo.createdAt)}
      </time>
      <span className="pr-2">
        <DemoLinks demo={demo} />
      </span>
    </article>
  )
}
