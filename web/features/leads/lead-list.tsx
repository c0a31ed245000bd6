import { clsx } from 'clsx'
import { CalendarCheck, MessagesSquare } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'

import { relativeTime } from '../../lib/relative-time.ts'
import { momentText } from '../../lib/dates.ts'
import { hotScore } from '../../lib/fact-texts.ts'
import { nextMeeting, type Lead } from '../../lib/lead-calls.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { contactOf, statusName } from './lead-texts.ts'

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

/** A line per lead; J and K move the focus. */
export function LeadList({ leads, openedAt, chosenId = null, onFocus, isSample = false }: LeadListProps) {
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list)
  return (
    <ul ref={list} className="@container">
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
  )
}

function LeadRow(props: {
  readonly lead: Lead
  readonly isFresh: boolean
  readonly isChosen: boolean
  readonly isSample: boolean
  readonly onFocus: () => void
}) {
  const { lead, isFresh, isChosen, isSample, onFocus } = props
  const isNew = lead.status === 'new'
  const meeting = nextMeeting(lead)
  const className = clsx(
    'flex min-h-9 items-center gap-3 px-2.5 text-sm -outline-offset-2 transition-colors duration-[120ms] @max-3xl:py-1 max-md:min-h-14',
    isFresh ? 'bg-spot-soft' : isChosen ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-hover',
  )
  const content = (
    <>
      <Avatar name={lead.name} />
      <span className="min-w-0 flex-1 @3xl:flex @3xl:items-baseline @3xl:gap-3">
        <span dir="auto" title={lead.name} className="block truncate text-left font-medium @3xl:w-44 @3xl:shrink-0">
          {lead.name}
        </span>
        <span title={contactOf(lead)} className="block truncate text-muted max-md:text-xs">
          {contactOf(lead)}
        </span>
      </span>
      <span dir="auto" className="hidden w-40 shrink-0 truncate text-left text-muted @[60rem]:block">
        {lead.demo_name}
      </span>
      <span className="flex shrink-0 items-center gap-1.5 text-xs text-muted tabular-nums whitespace-nowrap @2xl:w-36">
        {meeting === null ? null : (
          <>
            <CalendarCheck size={14} aria-label="Meeting" className="shrink-0" />
            <span className="hidden @2xl:inline">{momentText(meeting.starts_at)}</span>
          </>
        )}
      </span>
      <span className="flex shrink-0 items-center justify-end gap-1.5 text-xs tabular-nums @md:w-12">
        {lead.source === 'talk' ? (
          <MessagesSquare size={14} aria-label="From a conversation" className="shrink-0 text-muted" />
        ) : null}
        {lead.score === null ? null : (
          <span
            title={`Score ${lead.score} of 100`}
            className={clsx('w-6 text-right font-medium', lead.score >= hotScore ? 'text-success' : 'text-soft')}
          >
            <span className="sr-only">Score </span>
            {lead.score}
          </span>
        )}
      </span>
      <span className="flex w-13 shrink-0 items-center gap-1.5 text-xs font-medium text-soft">
        <span
          aria-hidden
          className={clsx('size-[7px] shrink-0 rounded-chip', isNew ? 'bg-accent' : 'bg-transparent')}
        />
        {statusName(lead.status)}
      </span>
      <time
        dateTime={lead.created_at}
        title={momentText(lead.created_at)}
        className="w-12 shrink-0 text-right text-xs text-muted tabular-nums max-sm:hidden"
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
