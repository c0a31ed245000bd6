import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'

import type { Step } from '#domain/demo.ts'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import { momentText } from '../../lib/dates.ts'
import { clockSpan, countText } from '../../lib/figure-text.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useShownCount } from '../../lib/use-shown-count.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Keycap } from '../../ui/keycap.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { StepTrack } from '../../ui/step-track.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import type { ReportRequest } from './analytics-calls.ts'
import { stepTicks, ticksText } from './step-ticks.ts'
import { VisitPeek } from './visit-peek.tsx'
import { outcomeLooks, visitOrigin, visitTitle } from './visit-texts.ts'
import { visitsAtOnce, visitsQuery, type ListedVisit } from './visits-calls.ts'

export interface VisitsSectionProps {
  readonly request: ReportRequest
  /** The number of all visits in the report. */
  readonly total: number
  /** The steps of the only demo; empty if there are several. */
  readonly steps: readonly Step[]
  /** Filters the list to visits that ended on this step. */
  readonly leftOn: { readonly id: string; readonly order: number; readonly visits: number } | null
  readonly onShowAll: () => void
  readonly linkName: (id: string) => string
  readonly demoName: (id: string) => string
}

/** The visits one by one; J and K move, and the selected one is shown beside the list. */
export function VisitsSection(props: VisitsSectionProps) {
  const { request, total, steps, leftOn, onShowAll, linkName, demoName } = props
  const [count, showMore] = useShownCount(visitsAtOnce)
  const visits = useQuery(visitsQuery(request, leftOn?.id ?? null, count))
  const isWide = useMedia('(min-width: 72rem)')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isPeeking, setIsPeeking] = useState(false)
  const rows = visits.data ?? []
  const chosen = rows.find(({ id }) => id === chosenId) ?? (isWide ? rows[0] : undefined)
  const of = leftOn?.visits ?? total

  return (
    <section
      aria-labelledby="visits"
      className="mt-6 border-t border-line lg:grid lg:min-h-96 lg:grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_348px]"
    >
      <div className="min-w-0">
        <header className="flex min-h-12 flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 id="visits" className="text-base font-semibold tracking-[-0.011em]">
            Visits
          </h2>
          <span className="text-sm text-muted tabular-nums">{countText(of)}</span>
          {leftOn === null ? null : (
            <button
              type="button"
              onClick={onShowAll}
              className="inline-flex h-[26px] items-center gap-1.5 rounded-chip bg-accent-soft px-2.5 text-xs font-medium text-accent-text hover:underline pointer-coarse:h-11"
            >
              Left on step {leftOn.order}
              <X size={12} aria-label="Show all visits" />
            </button>
          )}
          <span aria-hidden className="mr-4 ml-auto flex items-center gap-1 text-xs text-muted pointer-coarse:hidden">
            <Keycap>J</Keycap>
            <Keycap>K</Keycap> move
            <span className="ml-2 flex items-center gap-1">
              <Keycap>Space</Keycap> peek
            </span>
          </span>
        </header>
        {visits.isPending ? <ListSkeleton label="Loading visits" rows={7} /> : null}
        {visits.isError && visits.data === undefined ? (
          <ErrorState
            title={failureText(visits.error, 'analyticsFailed')}
            text={failureHint(visits.error)}
            onRetry={() => void visits.refetch()}
          />
        ) : null}
        {visits.data !== undefined && rows.length === 0 ? (
          <p className="py-4 text-sm text-muted">
            {leftOn === null ? 'No visits in this period.' : 'No visit ended on this step.'}
          </p>
        ) : null}
        {rows.length === 0 ? null : (
          <VisitTable
            visits={rows}
            chosenId={chosen?.id ?? null}
            stepIds={steps.map(({ id }) => id)}
            isDimmed={visits.isPlaceholderData}
            onFocus={setChosenId}
            onChoose={(id) => {
              setChosenId(id)
              if (!isWide) setIsPeeking(true)
            }}
            {...{ linkName, demoName }}
          />
        )}
        {rows.length >= count && of > rows.length ? (
          <Button className="mt-3" disabled={visits.isFetching} onClick={showMore}>
            Show more
          </Button>
        ) : null}
      </div>
      {isWide ? (
        <aside aria-label="Visit" className="border-l border-line pt-3.5 pb-2 pl-6">
          {chosen === undefined ? null : (
            <VisitPeek key={chosen.id} visit={chosen} origin={visitOrigin(chosen, linkName)} />
          )}
        </aside>
      ) : (
        <Dialog title="Visit" isOpen={isPeeking && chosen !== undefined} onOpenChange={setIsPeeking}>
          {chosen === undefined ? null : <VisitPeek visit={chosen} origin={visitOrigin(chosen, linkName)} />}
        </Dialog>
      )}
    </section>
  )
}

interface VisitTableProps {
  readonly visits: readonly ListedVisit[]
  readonly chosenId: string | null
  readonly stepIds: readonly string[]
  readonly isDimmed: boolean
  readonly onFocus: (id: string) => void
  readonly onChoose: (id: string) => void
  readonly linkName: (id: string) => string
  readonly demoName: (id: string) => string
}

function VisitTable({ visits, isDimmed, stepIds, ...rest }: VisitTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const isOfDemos = stepIds.length === 0
  const isDemoShown = isOfDemos && visits.some(({ demo_id }) => demo_id !== visits[0]?.demo_id)
  useRowKeys(body, 'button')
  return (
    <table className={`w-full table-fixed border-collapse text-sm ${isDimmed ? 'opacity-60' : ''}`}>
      <thead>
        <tr className="h-8 text-left text-xs text-muted [&>th]:font-normal">
          <th scope="col" className="pl-2.5">
            Visitor
          </th>
          {isOfDemos ? null : (
            <th scope="col" className="w-36 max-sm:w-28">
              Steps
            </th>
          )}
          {isDemoShown ? (
            <th scope="col" className="w-36 max-sm:hidden">
              Demo
            </th>
          ) : null}
          <th scope="col" className="w-14 max-sm:hidden">
            Time
          </th>
          <th scope="col" className="w-24 max-sm:w-20">
            Outcome
          </th>
          <th
            scope="col"
            className={
              isOfDemos ? 'w-20 pr-4 text-right max-sm:w-14 max-sm:pr-2' : 'w-20 pr-4 text-right max-sm:hidden'
            }
          >
            When
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {visits.map((visit) => (
          <VisitTableRow key={visit.id} {...{ visit, stepIds, isDemoShown }} {...rest} />
        ))}
      </tbody>
    </table>
  )
}

interface VisitTableRowProps extends Omit<VisitTableProps, 'visits' | 'isDimmed'> {
  readonly visit: ListedVisit
  readonly isDemoShown: boolean
}

function VisitTableRow(props: VisitTableRowProps) {
  const { visit, chosenId, stepIds, isDemoShown, onFocus, onChoose, linkName, demoName } = props
  const isChosen = visit.id === chosenId
  const ticks = stepTicks(visit, stepIds)
  const outcome = visit.outcome === null ? null : outcomeLooks[visit.outcome]
  const isOfDemos = stepIds.length === 0
  const demo = visit.demo_id === null ? 'Your site' : demoName(visit.demo_id)
  const origin = visitOrigin(visit, linkName)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the button in the first cell does the same by keyboard
    <tr
      onClick={() => onChoose(visit.id)}
      className={`h-10 border-t max-sm:h-12 border-line ${isChosen ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-hover'}`}
    >
      <th scope="row" className="min-w-0 pl-2.5 text-left font-normal">
        <button
          type="button"
          aria-pressed={isChosen}
          onFocus={() => onFocus(visit.id)}
          className="flex min-h-8 max-w-full items-center gap-2.5 rounded-control text-left pointer-coarse:min-h-11"
        >
          <Avatar name={visit.name} />
          <span className="flex min-w-0 items-baseline gap-1.5 max-sm:block">
            <span dir="auto" className="truncate font-medium max-sm:block">
              {visitTitle(visit)}
            </span>
            <span dir="auto" className="min-w-0 shrink-[3] truncate text-muted max-sm:hidden">
              {origin}
            </span>
            <span dir="auto" className="block truncate text-xs text-muted sm:hidden">
              {isDemoShown ? demo : origin}
            </span>
          </span>
        </button>
      </th>
      {isOfDemos ? null : (
        <td className="pr-3">
          <StepTrack ticks={ticks} label={ticksText(ticks)} />
        </td>
      )}
      {isDemoShown ? (
        <td className="pr-3 max-sm:hidden">
          <span dir="auto" className="block truncate text-left text-muted">
            {demo}
          </span>
        </td>
      ) : null}
      <td className="tabular-nums max-sm:hidden">{clockSpan(visit.seconds)}</td>
      <td>{outcome === null ? null : <Chip tone={outcome.tone}>{outcome.text}</Chip>}</td>
      <td
        className={`pr-4 text-right text-muted tabular-nums ${isOfDemos ? 'max-sm:pr-2 max-sm:text-xs' : 'max-sm:hidden'}`}
      >
        <time dateTime={visit.started_at} title={momentText(visit.started_at)}>
          {relativeTime(visit.started_at)}
        </time>
      </td>
    </tr>
  )
}
