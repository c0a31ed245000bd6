import { clsx } from 'clsx'
import { LogOut, Menu as MenuIcon, Search, X } from 'lucide-react'

import { initialsOf } from '#domain/initials.ts'
import { useCurrentWorkspace } from '../lib/current-workspace.ts'
import { openPalette } from '../lib/palette-store.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Mark } from '../ui/wordmark.tsx'
import { AvailabilityPlace } from './availability-place.tsx'
import {
  Entry,
  SubGrid,
  Tab,
  bottomEntries,
  entryClass,
  iconClass,
  mainEntries,
  tabClass,
} from './navigation-entries.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { WorkspaceButton } from './workspace-button.tsx'

/** The workspace, search, and what the "More" tab opens as well. */
export function PhoneHeader(props: {
  readonly email: string
  readonly isMoreOpen: boolean
  readonly onMore: () => void
}) {
  const workspace = useCurrentWorkspace()
  return (
    <header className="sticky top-0 z-20 flex h-13 items-center gap-2.5 border-b border-line bg-surface pr-2 pl-4 md:hidden">
      <Mark size={18} />
      <span className="min-w-0 flex-1 truncate font-semibold">{workspace?.name}</span>
      <IconButton label="Search" className="pointer-coarse:size-11" onClick={openPalette}>
        <Search size={16} aria-hidden />
      </IconButton>
      <button
        type="button"
        aria-label={`${initialsOf(props.email)}, account and settings`}
        aria-expanded={props.isMoreOpen}
        onClick={props.onMore}
        className="flex size-11 items-center justify-center"
      >
        <span
          aria-hidden
          className="flex size-7 items-center justify-center rounded-chip bg-accent-soft text-2xs font-semibold text-accent-text"
        >
          {initialsOf(props.email)}
        </span>
      </button>
    </header>
  )
}

export interface PhoneBarProps {
  readonly email: string
  readonly isMoreOpen: boolean
  readonly onMoreChange: (isOpen: boolean) => void
  readonly onSignOut: () => void
}

export function PhoneBar({ email, isMoreOpen, onMoreChange, onSignOut }: PhoneBarProps) {
  return (
    <nav
      aria-label="Main"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {isMoreOpen ? (
        <div className="flex max-h-[calc(100dvh-4rem)] animate-enter flex-col gap-1 overflow-y-auto border-b border-line p-3">
          <WorkspaceButton email={email} />
          <SubGrid />
          <AvailabilityPlace isCollapsed={false} />
          {bottomEntries.map((entry) => (
            <Entry key={entry.to} entry={entry} isCollapsed={false} />
          ))}
          <button type="button" onClick={onSignOut} className={entryClass(false, false)}>
            <LogOut size={16} aria-hidden className={iconClass(false)} />
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
            onClick={() => onMoreChange(!isMoreOpen)}
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
