import { clsx } from 'clsx'
import { useRef } from 'react'
import { Link } from 'react-router'

import { clockText } from '../../lib/dates.ts'
import { companyOf } from '../../lib/lead-company.ts'
import { useSession } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ScoreRing } from '../../ui/score-ring.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { DayStrip } from './day-strip.tsx'
import { JoinLink } from './join-link.tsx'
import { dayHeading, dayHeadingId, type LeadAndMeeting, type MeetingDay } from './meeting-days.ts'
import { joinAddress, meetingMinutes } from './meeting-texts.ts'

export interface MeetingListProps {
  readonly days: readonly MeetingDay[]
  /** The lead shown beside the list. */
  readonly chosenId: string | null
  readonly onFocus: (leadId: string) => void
  /** Without detail pages. */
  readonly isSample: boolean
}

/** Upcoming meetings by day, below a strip of the next two weeks; J and K move the focus. */
export function MeetingList({ days, chosenId, onFocus, isSample }: MeetingListProps) {
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list, 'a[data-row]')
  return (
    <div ref={list} className="@container">
      <DayStrip days={days} />
      {days.map(({ day, meetings }) => (
        <section key={day} aria-labelledby={dayHeadingId(day)} className="pt-3">
          <h2
            id={dayHeadingId(day)}
            tabIndex={-1}
            className="scroll-mt-16 border-b border-line px-2.5 pb-1.5 text-sm font-semibold"
          >
            {dayHeading(day)}
          </h2>
          <ul>
            {meetings.map((each) => (
              <MeetingLine
                key={each.meeting.id}
                {...each}
                isChosen={each.lead.id === chosenId}
                isSample={isSample}
                onFocus={() => onFocus(each.lead.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface MeetingLineProps extends LeadAndMeeting {
  readonly isChosen: boolean
  readonly isSample: boolean
  readonly onFocus: () => void
}

function MeetingLine({ lead, meeting, isChosen, isSample, onFocus }: MeetingLineProps) {
  const session = useSession()
  const email = session.status === 'signed-in' || session.status === 'expired' ? session.user.email : ''
  const company = companyOf(lead)
  const address = joinAddress(meeting)
  const host = meeting.organiser_email === email ? 'You' : meeting.organiser_email
  const className = 'flex min-h-11 min-w-0 flex-1 items-center gap-3 pl-2.5 -outline-offset-2'
  const content = (
    <>
      <time
        dateTime={meeting.starts_at}
        title={`${meetingMinutes(meeting)} min`}
        className="w-24 shrink-0 tabular-nums @max-2xl:w-18"
      >
        {clockText(meeting.starts_at)}
      </time>
      <Avatar name={lead.name} />
      <span className="min-w-0 flex-1 @2xl:flex @2xl:items-baseline @2xl:gap-3">
        <span dir="auto" title={lead.name} className="block truncate text-left font-medium">
          {lead.name}
        </span>
        {company === null ? null : (
          <span
            dir="auto"
            title={company}
            className="block min-w-0 truncate text-left text-muted @max-2xl:text-xs @2xl:flex-1"
          >
            {company}
          </span>
        )}
      </span>
      <span className="w-7 shrink-0">{lead.score === null ? null : <ScoreRing score={lead.score} size={28} />}</span>
      <span title={host} className="w-28 shrink-0 truncate text-xs text-muted @max-2xl:hidden">
        <span className="sr-only">Host: </span>
        {host}
      </span>
    </>
  )
  return (
    <li
      className={clsx(
        'flex items-center gap-3 border-b border-line pr-2.5 text-sm transition-colors duration-[120ms]',
        isChosen ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      {isSample ? (
        <div className={className}>{content}</div>
      ) : (
        <Link data-row to={`/dashboard/leads/${lead.id}`} onFocus={onFocus} className={className}>
          {content}
        </Link>
      )}
      <span className="flex w-14 shrink-0 justify-end">
        {address === null ? null : <JoinLink address={address} name={lead.name} />}
      </span>
    </li>
  )
}
