import { clsx } from 'clsx'
import { Link } from 'react-router'

import { estimatedMinutes, type DemoStatus, type ListedDemo } from '#domain/demo.ts'

import { dayText } from '../../lib/dates.ts'
import type { DemoActivity } from '../../lib/demo-activity.ts'
import { DemoCover } from './demo-cover.tsx'
import { DemoFigures } from './demo-figures.tsx'
import { DemoMenu } from './demo-menu.tsx'

export interface DemoCardProps {
  readonly demo: ListedDemo
  readonly backendUrl: string
  /** Undefined while loading, and for a demo without visits. */
  readonly activity?: DemoActivity | undefined
}

/** Spec §2: name, description, step count, duration, date, up to four screenshots, View and Edit. */
export function DemoCard({ demo, backendUrl, activity }: DemoCardProps) {
  const count = demo.stepCount
  return (
    <article aria-label={demo.name} className="group">
      {activity === undefined || activity.watching === 0 ? null : (
        <p className="sr-only">{activity.watching} watching now</p>
      )}
      <DemoCover demo={demo} backendUrl={backendUrl} watching={activity?.watching ?? 0} />
      <div className="mt-2 flex min-h-7 items-center gap-2">
        <StatusDot status={demo.status} />
        <h3 className="min-w-0 flex-1 text-sm">
          <Link
            to={`/dashboard/demos/${demo.id}`}
            title={demo.name}
            dir="auto"
            className="block truncate text-left font-semibold hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
          >
            {demo.name}
          </Link>
        </h3>
        <DemoLinks demo={demo} />
      </div>
      {demo.description === null ? null : (
        <p dir="auto" className="mb-0.5 truncate text-left text-xs text-muted" title={demo.description}>
          {demo.description}
        </p>
      )}
      <div className="flex min-h-5 items-center gap-1.5 text-xs text-muted tabular-nums">
        <p className="min-w-0 truncate">
          {count === 1 ? '1 step' : `${count} steps`} · {estimatedMinutes(count)} min · {dayText(demo.createdAt)}
        </p>
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {demo.isSample ? <span className="font-medium">Sample</span> : null}
          {demo.status === 'active' ? <DemoFigures activity={activity} /> : <StatusWord status={demo.status} />}
        </span>
      </div>
    </article>
  )
}

/** View and Edit are always visible, since touch has no hover. */
export function DemoLinks({ demo }: { readonly demo: ListedDemo }) {
  return (
    <span className="-mr-1.5 flex shrink-0 items-center">
      <Link to={`/dashboard/demos/${demo.id}`} aria-label={`View ${demo.name}`} className={linkClass}>
        View
      </Link>
      <Link to={`/dashboard/demos/${demo.id}/edit`} aria-label={`Edit ${demo.name}`} className={linkClass}>
        Edit
      </Link>
      <DemoMenu demo={demo} />
    </span>
  )
}

const linkClass =
  'flex h-7 items-center justify-center rounded-control px-2 font-medium text-soft transition-colors duration-[120ms] hover:bg-hover hover:text-text pointer-coarse:h-11 pointer-coarse:min-w-11'

export function StatusDot({ status }: { readonly status: DemoStatus }) {
  return (
    <span
      aria-hidden
      className={clsx('size-[7px] shrink-0 rounded-chip', status === 'active' ? 'bg-success-fill' : 'bg-control')}
    />
  )
}

export function StatusWord({ status }: { readonly status: DemoStatus }) {
  return (
    <span className="font-medium">{status === 'draft' ? 'Draft' : status === 'archived' ? 'Archived' : 'Active'}</span>
  )
}
