import { clsx } from 'clsx'
import { CalendarCheck } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'

import { relativeTime } from '../../lib/relative-time.ts'
import { dayText, momentText } from '../../lib/dates.ts'
import { nextMeeting, type Lead } from '../../lib/lead-calls.ts'
import { companyOf } from '../../lib/lead-company.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ScoreRing } from '../../ui/score-ring.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { LeadStatusMark } from './lead-status-mark.tsx'
import { contactOf } from './lead-texts.ts'

export interface LeadListProps {
  readonly leads: readonly Lead[]
  /** Newer ones are highlighted. */
  readonly openedAt: number
  /** The lead shown beside the list. */
  readonly chosenId?: string | null
  readonly onFocus?: (id: string) => void
  /** Without detail pages. */
  readonly isSample?: boolean
}

/** A line per lead, in columns where there is room; J and K move the focus. */
export function LeadList({ leads, openedAt, chosenId = null, onFocus, isSample = false }: LeadListProps) {
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list)
  return (
    <div className="@container">
      {/* Hidden from screen readers, because each row labels its own figures. */}
      <div
        aria-hidden
        className={clsx('h-7 border-b border-line text-xs text-muted', columnsClass, 'hidden @3xl:grid')}
      >
        <span className="col-span-2">Lead</span>
        <span>Company</span>
        <span>Demo</span>
        <span>Meeting</span>
        <span>Score</span>
        <span>Status</span>
        <span className="text-right">Received</span>
      </div>
      <ul ref={list}>
        {leads.map((lead) => (
          <li key={lead.id} className="border-b border-line">
            <LeadRow
              lead={lead}
              isFresh={Date.parse(lead.created_at) > openedAt}
              isChosen={lead.id === chosenId}
              isSample={isSample}
              onFocus={() => onFocus?.(lead.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shared by the heading and the rows. */
const columnsClass =
  'items-center gap-x-3 px-2.5 @3xl:grid @3xl:grid-cols-[1.5rem_minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)_4.75rem_2.25rem_3.25rem_3.5rem] @[60rem]:grid-cols-[1.5rem_minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)_8rem_2.25rem_3.25rem_3.5rem]'

function LeadRow(props: {
  readonly lead: Lead
  readonly isFresh: boolean
  readonly isChosen: boolean
  readonly isSample: boolean
  readonly onFocus: () => void
}) {
  const { lead, isFresh, isChosen, isSample, onFocus } = props
  const meeting = nextMeeting(lead)
  const company = companyOf(lead)
  const contact = contactOf(lead)
  const className = clsx(
    'flex min-h-9 text-sm -outline-offset-2 transition-colors duration-[120ms] @max-3xl:py-1 max-md:min-h-14',
    columnsClass,
    isFresh ? 'bg-spot-soft' : isChosen ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-hover',
  )
  const content = (
    <>
      <Avatar name={lead.name} />
      <span className="min-w-0 @max-3xl:flex-1">
        <span dir="auto" title={lead.name} className="block truncate text-left font-medium @3xl:leading-[18px]">
          {lead.name}
        </span>
        <span title={contact} className={clsx(company === null ? secondLineClass : 'sr-only')}>
          {contact}
        </span>
        {company === null ? null : (
          <span dir="auto" title={company} className={clsx(secondLineClass, '@3xl:hidden')}>
            {company}
          </span>
        )}
      </span>
      <span dir="auto" title={company ?? undefined} className="hidden truncate text-left @3xl:block">
        {company}
      </span>
      <span dir="auto" title={lead.demo_name} className="hidden truncate text-left text-muted @3xl:block">
        {lead.demo_name}
      </span>
      <span className="flex shrink-0 items-center gap-1.5 text-xs text-muted tabular-nums whitespace-nowrap @3xl:text-soft">
        {meeting === null ? null : (
          <>
            <CalendarCheck size={14} aria-hidden className="shrink-0 @3xl:hidden" />
            <span className="sr-only">Meeting {momentText(meeting.starts_at)}</span>
            <time aria-hidden dateTime={meeting.starts_at} title={momentText(meeting.starts_at)} className="truncate">
              <span className="hidden @2xl:inline @3xl:hidden @[60rem]:inline">{momentText(meeting.starts_at)}</span>
              <span className="hidden @3xl:inline @[60rem]:hidden">{dayText(meeting.starts_at)}</span>
            </time>
          </>
        )}
      </span>
      <span className="flex shrink-0 items-center justify-end @3xl:justify-start">
        {lead.score === null ? null : <ScoreRing score={lead.score} size={28} />}
      </span>
      <span className="w-13 shrink-0 @3xl:w-auto">
        <LeadStatusMark status={lead.status} />
      </span>
      <time
        dateTime={lead.created_at}
        title={momentText(lead.created_at)}
        className="w-12 shrink-0 text-right text-xs text-muted tabular-nums max-sm:hidden @3xl:w-auto"
      >
        {relativeTime(lead.created_at)}
      </time>
    </>
  )
  if (isSample) return <div className={className}>{content}</div>
  return (
    <Link to={`/dashboard/leads/${lead.id}`} onFocus={onFocus} className={className}>
      {content}
    </Link>
  )
}

const secondLineClass = 'block truncate text-left text-xs text-muted @3xl:leading-[15px]'
