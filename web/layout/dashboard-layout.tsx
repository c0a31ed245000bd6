import { clsx } from 'clsx'
import { LogOut, Menu as MenuIcon, PanelLeft, X } from 'lucide-react'
import { useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'

import { useWorkspaceChanges } from '../lib/current-workspace.ts'
import { keep, recall } from '../lib/json-storage.ts'
import { signOut, useSession } from '../lib/session.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Mark, Wordmark } from '../ui/wordmark.tsx'
import { collapsedKey } from './route-skeleton.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { AvailabilityPlace } from './availability-place.tsx'
import { MaybeTooltip } from './maybe-tooltip.tsx'
import {
  Entry,
  SubEntries,
  SubGrid,
  Tab,
  bottomEntries,
  entryClass,
  mainEntries,
  tabClass,
} from './navigation-entries.tsx'
import { WorkspaceButton } from './workspace-button.tsx'

/** The navigation around the dashboard's pages: 232 px, icons only when collapsed, a bar at the bottom on phones. */
export function DashboardLayout() {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isCollapsed, setIsCollapsed] = useState(() => recall<boolean>(collapsedKey) ?? false)
  const workspaceChanges = useWorkspaceChanges()
  const email = session.status === 'signed-in' || session.status === 'expired' ? session.user.email : ''

  async function handleSignOut(): Promise<void> {
    await navigate('/')
    await signOut()
  }

  function toggleCollapsed(): void {
    setIsCollapsed(!isCollapsed)
    keep(collapsedKey, !isCollapsed)
  }

  return (
    <div className="min-h-dvh md:flex">
      <SkipLink />
      <nav
        aria-label="Main"
        className={clsx(
          'sticky top-0 hidden h-dvh shrink-0 flex-col overflow-x-hidden overflow-y-auto border-r border-line bg-sunken/60 p-3 transition-[width] duration-[180ms] md:flex',
          isCollapsed ? 'w-[57px]' : 'w-[14.5rem]',
        )}
      >
        <div className={clsx('flex h-10 items-center', isCollapsed ? 'justify-center' : 'justify-between pl-2')}>
          {isCollapsed ? <Mark /> : <Wordmark />}
          {isCollapsed ? null : (
            <IconButton label="Collapse navigation" aria-expanded onClick={toggleCollapsed}>
              <PanelLeft size={16} aria-hidden />
            </IconButton>
          )}
        </div>
        {isCollapsed ? (
          <IconButton label="Expand navigation" aria-expanded={false} onClick={toggleCollapsed} tooltipSide="right">
            <PanelLeft size={16} aria-hidden />
          </IconButton>
        ) : null}
        <WorkspaceButton email={email} isCollapsed={isCollapsed} />
        <ul className="mt-1 flex flex-1 flex-col gap-0.5">
          {mainEntries.map((entry) => (
            <li key={entry.to}>
              <Entry entry={entry} isCollapsed={isCollapsed} />
              {isCollapsed ? null : <SubEntries entry={entry} />}
            </li>
          ))}
        </ul>
        <AvailabilityPlace isCollapsed={isCollapsed} />
        <ul className="flex flex-col gap-0.5">
          {bottomEntries.map((entry) => (
            <li key={entry.to}>
              <Entry entry={entry} isCollapsed={isCollapsed} />
            </li>
          ))}
          <li>
            <MaybeTooltip text="Sign Out" isOn={isCollapsed}>
              <button
                type="button"
                onClick={() => void handleSignOut()}
                aria-label={isCollapsed ? 'Sign Out' : undefined}
                className={clsx(entryClass(false, isCollapsed), 'w-full')}
              >
                <LogOut size={16} aria-hidden />
                {isCollapsed ? null : 'Sign Out'}
              </button>
            </MaybeTooltip>
          </li>
        </ul>
        {isCollapsed ? null : <ThemeSwitch className="mt-3" />}
      </nav>
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 pb-24 outline-none md:pb-0">
        <Outlet key={workspaceChanges} />
      </main>
      <PhoneBar key={pathname} email={email} onSignOut={() => void handleSignOut()} />
    </div>
  )
}

function PhoneBar(props: { readonly email: string; readonly onSignOut: () => void }) {
  const [isMoreOpen, setIsMoreOpen] = useState(false)

  return (
    <nav
      aria-label="Main"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {isMoreOpen ? (
        <div className="flex animate-enter flex-col gap-1 border-b border-line p-3">
          <WorkspaceButton email={props.email} />
          <SubGrid />
          <AvailabilityPlace isCollapsed={false} />
          {bottomEntries.map((entry) => (
            <Entry key={entry.to} entry={entry} isCollapsed={false} />
          ))}
          <button type="button" onClick={props.onSignOut} className={entryClass(false, false)}>
            <LogOut size={16} aria-hidden />
            Sign Out
          </button>
          <ThemeSwitch className="mt-2" />
        </div>
      ) : null}
      <ul className="grid grid-cols-5">
        {mainEntries.map((entry) => (
          <li key={entry.to}>
            <Tab entry={entry} />
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-expanded={isMoreOpen}
            onClick={() => setIsMoreOpen(!isMoreOpen)}
            className={clsx(tabClass(isMoreOpen), 'w-full')}
          >
            {isMoreOpen ? <X size={20} aria-hidden /> : <MenuIcon size={20} aria-hidden />}
            More
          </button>
        </li>
      </ul>
    </nav>
  )
}

function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-70 rounded-control bg-text px-3 py-2 text-page focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      Skip to the content
    </a>
  )
}
