import { Link } from 'react-router'

import { soonText } from '../../lib/dates.ts'
import type { MeetingAhead } from '../../lib/lead-calls.ts'

/** The next meetings, soonest first, each with a link to its lead. */
export function NextMeetings({ meetings }: { readonly meetings: readonly MeetingAhead[] }) {
  return (
    <ul>
      {meetings.map((meeting) => (
        <li key={meeting.id} className="border-b border-line">
          <Link
            to={meeting.lead_id === null ? '/dashboard/leads?meeting=ahead' : `/dashboard/leads/${meeting.lead_id}`}
            className="flex min-h-9 items-center gap-3 px-2.5 -outline-offset-2 hover:bg-hover pointer-coarse:min-h-11"
          >
            <span dir="auto" title={meeting.name} className="min-w-0 flex-1 truncate text-left font-medium">
              {meeting.name}
            </span>
            <time dateTime={meeting.starts_at} className="shrink-0 text-xs whitespace-nowrap text-muted tabular-nums">
              {soonText(meeting.starts_at)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  )
}
