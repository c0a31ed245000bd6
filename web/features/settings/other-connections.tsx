import { CalendarDays, ChevronRight, Globe, KeyRound, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'

import { settingsListClass, SettingsSection } from '../../ui/settings-section.tsx'

/** Links to connections that are set up on other pages. */
export function OtherConnections() {
  return (
    <SettingsSection title="Elsewhere">
      <ul className={settingsListClass}>
        {places.map(({ to, label, text, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="-mx-2 flex min-h-12 items-center gap-3 rounded-control px-2 hover:bg-hover">
              <Icon size={16} aria-hidden className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{label}</span>
                <span className="block text-xs text-muted">{text}</span>
              </span>
              <ChevronRight size={16} aria-hidden className="shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </SettingsSection>
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
