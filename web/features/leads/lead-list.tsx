import { clsx } from 'clsx'
import { CalendarCheck, MessagesSquare } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'

import { recentText } from '../../lib/dates.ts'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { nextMeeting, type Lead } from '../../lib/lead-calls.ts'
import { contactOf, statusName } from './lead-texts.ts'

/** A row per lead, navigable with J and K; those newer than `openedAt` are highlighted. */
export function LeadList({ leads, openedAt }: { readonly leads: readonly Lead[]; readonly openedAt: number }) {
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list)
  return (
    <ul ref={list} className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {leads.map((lead) => (
        <li key={lead.id} className={clsx(Date.parse(lead.created_at) > openedAt && 'bg-spot-soft')}>
          <LeadRow lead={lead} />
        </li>
      ))}
    </ul>
  )
}

function LeadRow({ lead }: { readonly lead: Lead }) {
  const isNew = lead.status === 'new'
  const meeting = nextMeeting(lead)
  return (
    <Link
      to={`/dashboard/leads/${lead.id}`}
      className="@container flex min-h-11 items-center gap-4 px-4 py-2 text-sm -outline-offset-2 transition-colors duration-[120ms] hover:bg-sunken"
    >
      <span className="min-w-0 flex-1 @3xl:flex @3xl:items-baseline @3xl:gap-4">
        <span dir="auto" title={lead.name} className="block truncate text-left font-medium @3xl:w-48 @3xl:shrink-0">
          {lead.name}
        </span>
        <span title={contactOf(lead)} className="block truncate text-muted">
          {contactOf(lead)}
        </span>
      </span>
      <span dir="auto" className="hidden w-40 shrink-0 truncate text-left text-muted @[60rem]:block">
        {lead.demo_name}
      </span>
      <span className="flex shrink-0 items-center justify-end gap-1.5 text-xs tabular-nums whitespace-nowrap @3xl:w-36">
        {meeting === null ? null : (
          <>
            <CalendarCheck size={16} aria-label="Meeting" className="shrink-0 text-muted" />
            <span className="hidden @3xl:inline">{recentText(meeting.starts_at)}</span>
          </>
        )}
      </span>
      <span className="flex w-14 shrink-0 items-center justify-end gap-1.5 text-xs text-muted tabular-nums">
        {lead.source === 'talk' ? (
          <MessagesSquare size={16} aria-label="From a conversation" className="shrink-0" />
        ) : null}
        {lead.score === null ? null : (
          <span
            title={`Score ${lead.score} of 100`}
            className={clsx(
              'min-w-7 rounded-chip px-1.5 py-0.5 text-center font-medium',
              lead.score >= 70 ? 'bg-success-soft text-success' : 'bg-sunken text-text',
            )}
          >
            <span className="sr-only">Score </span>
            {lead.score}
          </span>
        )}
      </span>
      <span className="flex w-14 shrink-0 items-center gap-1.5 text-xs font-medium">
        <span aria-hidden className={clsx('size-2 shrink-0 rounded-chip', isNew ? 'bg-accent' : 'bg-transparent')} />
        {statusName(lead.status)}
      </span>
      <time
        dateTime={lead.created_at}
        className="hidden w-36 shrink-0 text-right text-xs text-muted tabular-nums sm:block"
      >
        {recentText(lead.created_at)}
      </time>
    </Link>
  )
}
