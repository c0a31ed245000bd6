import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Link2 } from 'lucide-react'

import { relativeTime } from '../../lib/relative-time.ts'
import { momentText } from '../../lib/dates.ts'
import { useBackendUrl } from '../../lib/demo-queries.ts'
import { clockSpan, countText } from '../../lib/figure-text.ts'
import { scaledImageAddress } from '../../lib/image-address.ts'
import { storyDemosQuery, type StoryDemo } from '../../lib/lead-calls.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StepTrack } from '../../ui/step-track.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import type { ReportRequest } from './analytics-calls.ts'
import { shareLeast } from './few-visits-context.ts'
import { stepTicks, ticksText } from './step-ticks.ts'
import { outcomeLooks, visitOrigin, visitTitle } from './visit-texts.ts'
import { visitsQuery, type ListedVisit } from './visits-calls.ts'

export interface FewVisitsListProps {
  readonly request: ReportRequest
  readonly visits: number
  readonly linkName: (id: string) => string
}

/** Below the minimum for shares: the number of visits, and each one as the row of steps it saw. */
export function FewVisitsList({ request, visits, linkName }: FewVisitsListProps) {
  const list = useQuery(visitsQuery(request, null, shareLeast))
  const ids = [...new Set(list.data?.flatMap(({ demo_id }) => demo_id ?? []))].toSorted()
  const demos = useQuery(storyDemosQuery(ids))
  const isReady = list.data !== undefined && (ids.length === 0 || !demos.isPending)
  return (
    <section aria-label="Visits so far">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line py-6">
        <b className="text-[40px]/[46px] font-semibold tracking-[-0.038em] tabular-nums">{countText(visits)}</b>
        <p className="text-sm">
          <span className="font-medium">{visits === 1 ? 'visit so far' : 'visits so far'}</span>
          <span className="block text-muted">Percentages and charts appear from {shareLeast}</span>
        </p>
        <span aria-hidden className="ml-auto flex w-50 max-w-full gap-1 max-sm:order-last max-sm:ml-0 max-sm:flex-1">
          {Array.from({ length: shareLeast }, (_, index) => (
            <span
              key={index}
              className={clsx('h-1.5 flex-1 rounded-chip', index < visits ? 'bg-chart-1' : 'bg-line-strong')}
            />
          ))}
        </span>
        {request.demoId === null ? null : <CopyLink demoId={request.demoId} />}
      </header>
      {isReady ? null : (
        <div role="status" aria-label="Loading visits">
          {Array.from({ length: visits }, (_, index) => (
            <Skeleton key={index} className="my-3 h-14" />
          ))}
        </div>
      )}
      {isReady ? (
        <ul>
          {list.data.map((visit) => (
            <FewVisit
              key={visit.id}
              visit={visit}
              demo={demos.data?.find(({ id }) => id === visit.demo_id)}
              origin={visitOrigin(visit, linkName)}
              isOfMany={request.demoId === null}
            />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function CopyLink({ demoId }: { readonly demoId: string }) {
  const { isCopied, copy } = useCopy()
  return (
    <Button icon={<Link2 size={16} aria-hidden />} onClick={() => void copy(`${location.origin}/demo/${demoId}/play`)}>
      {isCopied ? 'Copied!' : 'Copy link'}
    </Button>
  )
}

/** More pictures would be too small to tell apart. */
const picturesMax = 10

function FewVisit(props: {
  readonly visit: ListedVisit
  readonly demo: StoryDemo | undefined
  readonly origin: string
  readonly isOfMany: boolean
}) {
  const { visit, demo, origin, isOfMany } = props
  const steps = demo?.steps.toSorted((a, b) => a.order - b.order) ?? []
  const ticks = stepTicks(
    visit,
    steps.map(({ id }) => id),
  )
  const outcome = visit.outcome === null ? null : outcomeLooks[visit.outcome]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-line py-3 md:grid-cols-[200px_minmax(0,1fr)_132px]">
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={visit.name} size={28} />
        <span className="min-w-0 text-sm/[17px]">
          <span dir="auto" className="block truncate text-left font-medium">
            {visitTitle(visit)}
          </span>
          <span dir="auto" className="block truncate text-left text-xs text-muted">
            {isOfMany && demo !== undefined ? demo.name : origin}
          </span>
        </span>
      </span>
      <span className="max-md:order-last max-md:col-span-2">
        {steps.length === 0 ? (
          <span className="text-xs text-muted wrap-anywhere">{visit.demo_id === null ? 'Your site' : ''}</span>
        ) : steps.length > picturesMax ? (
          <StepTrack ticks={ticks} label={ticksText(ticks)} />
        ) : (
          <StepPictures visit={visit} steps={steps} />
        )}
      </span>
      <span className="flex items-center justify-end gap-2">
        {outcome === null ? null : <Chip tone={outcome.tone}>{outcome.text}</Chip>}
        <time
          dateTime={visit.started_at}
          title={momentText(visit.started_at)}
          className="min-w-10 text-right text-xs text-muted tabular-nums"
        >
          {relativeTime(visit.started_at)}
        </time>
      </span>
    </li>
  )
}

/** Pictures of the steps seen; the last one has a ring and the visit's duration. */
function StepPictures({ visit, steps }: { readonly visit: ListedVisit; readonly steps: StoryDemo['steps'] }) {
  const backendUrl = useBackendUrl()
  const ticks = stepTicks(
    visit,
    steps.map(({ id }) => id),
  )
  const lastId = visit.exit_step_id ?? visit.steps.at(-1)?.step_id
  return (
    <span role="img" aria-label={ticksText(ticks)} className="flex max-w-[46rem] gap-0.5 sm:gap-1.5">
      {steps.map((step, index) => {
        const mark = ticks[index]?.mark
        const isLast = step.id === lastId
        if (mark === 'unseen' && !isLast) {
          return (
            <span
              key={step.id}
              className="aspect-8/5 min-w-0 flex-1 rounded-tiny bg-sunken shadow-[inset_0_0_0_1px_var(--line)]"
            />
          )
        }
        return (
          <span
            key={step.id}
            className={clsx(
              'relative aspect-8/5 min-w-0 flex-1 rounded-tiny',
              isLast ? 'shadow-[0_0_0_2px_var(--accent)]' : 'shadow-[0_0_0_1px_var(--line-strong)]',
            )}
          >
            {backendUrl === '' ? null : (
              <img
                src={scaledImageAddress(backendUrl, step.screenshot_url, 240)}
                alt=""
                decoding="async"
                className="size-full rounded-tiny bg-surface object-cover object-left-top"
              />
            )}
            {mark === 'asked' ? (
              <span className="absolute right-0.5 bottom-0.5 rounded-tiny bg-spot-face px-1 text-2xs text-on-spot-face max-sm:hidden">
                asked
              </span>
            ) : isLast ? (
              <span className="absolute right-0.5 bottom-0.5 rounded-tiny bg-ink/90 px-1 text-2xs text-white tabular-nums max-sm:hidden">
                {clockSpan(visit.seconds)}
              </span>
            ) : null}
          </span>
        )
      })}
    </span>
  )
}
