import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { House, Inbox, Megaphone, Plug, Settings, Sparkles, type LucideIcon } from 'lucide-react'
import { NavLink, Outlet, useLocation } from 'react-router'

import { startingCredits } from '#domain/sample-figures.ts'

import { creditBalanceQuery } from '../lib/credit-calls.ts'
import { useCurrentWorkspace } from '../lib/current-workspace.ts'
import { AgentFace } from '../ui/agent-face.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { ritaPanel } from './rita-panel.ts'

/** Spec §2: the entries of the second side panel, with the paths they have. */
const entries: readonly { readonly to: string; readonly label: string; readonly icon: LucideIcon }[] = [
  { to: '/dashboard/rita/home', label: 'Home', icon: House },
  { to: '/dashboard/rita/campaign', label: 'Campaign', icon: Megaphone },
  { to: '/dashboard/rita/performance', label: 'Master Inbox', icon: Inbox },
  { to: '/dashboard/rita/inbox', label: 'Connected Accounts', icon: Plug },
  { to: '/dashboard/rita/output', label: 'Output', icon: Sparkles },
  { to: '/dashboard/rita/settings', label: 'Settings', icon: Settings },
]

/** The sales-associate area. Its panel is icons only on the campaign page with `classic=true`; on phones, a row. */
export function RitaLayout() {
  const location = useLocation()
  const { pathname } = location
  const workspaceId = useCurrentWorkspace()?.id
  const credits = useQuery({ ...creditBalanceQuery(workspaceId ?? ''), enabled: workspaceId !== undefined }).data
    ?.credits
  const isCollapsed = ritaPanel(location) === 'icons'

  return (
    <div className="[--panel-row:6.625rem] pointer-coarse:[--panel-row:7.5rem] lg:flex">
      {/* Lies on the page beside the navigation; the sheet begins after it. */}
      <aside
        aria-label="Rita"
        className={clsx(
          'border-b border-line lg:shrink-0 lg:border-b-0 lg:bg-page',
          isCollapsed ? 'lg:w-[57px]' : 'lg:w-[11.5rem]',
        )}
      >
        <div className="px-3 py-3 md:max-lg:h-(--panel-row) lg:sticky lg:top-(--sheet-top) lg:h-(--sheet-height) lg:px-1.5 lg:pt-3">
          <div className={clsx('flex items-center gap-2.5 px-1.5 pb-3.5', isCollapsed && 'lg:sr-only')}>
            <AgentFace hue={20} size={36} />
            <div className="min-w-0">
              <p className="text-sm/4 font-semibold">Rita, AI Sales Associate</p>
              <p className="text-xs text-muted tabular-nums">
                {(credits ?? startingCredits).toLocaleString('en')} credits
              </p>
            </div>
          </div>
          <nav aria-label="Rita, AI Sales Associate">
            <ul className="fade-ends -mx-3 flex gap-1 overflow-x-auto px-3 lg:mx-0 lg:flex-col lg:px-0">
              {entries.map((entry) => (
                <li key={entry.to} ref={entry.to === pathname ? bringIntoView : null}>
                  <Entry {...entry} isCollapsed={isCollapsed} />
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </aside>
      {/* If the entries are shown as a row, the current one serves as the title of a page without actions. */}
      <div className="min-w-0 flex-1 md:max-lg:[--sheet-height:calc(100dvh-2*var(--sheet-inset)-var(--panel-row))] max-lg:[&>header:not(:has(h1~*))]:sr-only">
        <Outlet />
      </div>
    </div>
  )
}

/** On a phone the row of entries is wider than the screen. */
function bringIntoView(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

interface EntryProps {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
  readonly isCollapsed: boolean
}

function Entry({ to, label, icon: Icon, isCollapsed }: EntryProps) {
  const link = (
    <NavLink
      to={to}
      aria-label={label}
      className={({ isActive }) =>
        clsx(
          'flex h-[30px] items-center gap-2.5 rounded-control px-2 text-sm tracking-[-0.011em] font-medium whitespace-nowrap pointer-coarse:h-11',
          isActive ? 'bg-press text-text [&>svg]:text-accent-text' : 'text-soft hover:bg-hover [&>svg]:text-muted',
        )
      }
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className={clsx(isCollapsed && 'lg:hidden')}>{label}</span>
    </NavLink>
  )
  return isCollapsed ? (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
