import { CalendarDays, ChevronRight, Globe, KeyRound, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'

/** Links to connections that are set up on other pages. */
export function OtherConnections() {
  return (
    <nav aria-label="Set up elsewhere" className="border-t border-line">
      <ul className="divide-y divide-line">
        {places.map(({ to, label, text, icon: Icon }) => (
          <li key={to} className="py-2">
            <Link to={to} className="-mx-2 flex min-h-14 items-center gap-3 rounded-control px-2 hover:bg-hover">
              <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-sunken text-muted">
                <Icon size={16} aria-hidden />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-sm font-semibold">{label}</span>
                <span className="block text-xs text-muted">{text}</span>
              </span>
              <ChevronRight size={16} aria-hidden className="shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const places: readonly {
  readonly to: string
  readonly label: string
  readonly text: string
  readonly icon: LucideIcon
}[] = [
  {
    to: '/dashboard/agents',
    label: 'Calendars',
    text: 'In an agent’s Meetings tab: Cal.com, or a calendar’s address.',
    icon: CalendarDays,
  },
  {
    to: '/dashboard/rita/inbox',
    label: 'Your website',
    text: 'The tracker and the chat, in Rita’s Connected Accounts.',
    icon: Globe,
  },
  {
    to: '/dashboard/settings/api',
    label: 'Your own programs',
    text: 'They read and write with an API key.',
    icon: KeyRound,
  },
]
