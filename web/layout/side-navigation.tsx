import { clsx } from 'clsx'
import { LogOut, PanelLeft, Search } from 'lucide-react'

import { openPalette } from '../lib/palette-store.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { AvailabilityPlace } from './availability-place.tsx'
import { MaybeTooltip } from './maybe-tooltip.tsx'
import { Entry, SubEntries, bottomEntries, entryClass, iconClass, mainEntries } from './navigation-entries.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { WorkspaceButton } from './workspace-button.tsx'

export interface SideNavigationProps {
  readonly email: string
  readonly isCollapsed: boolean
  readonly onToggle: () => void
  readonly onSignOut: () => void
}

/** 232 px wide; icons only when collapsed. */
export function SideNavigation({ email, isCollapsed, onToggle, onSignOut }: SideNavigationProps) {
  return (
    <nav
      aria-label="Main"
      className={clsx(
        'sticky top-0 z-30 hidden h-dvh w-(--navigation-width) shrink-0 flex-col overflow-x-hidden overflow-y-auto bg-page py-3 md:flex',
        isCollapsed ? 'px-2' : 'pr-2 pl-3',
      )}
    >
      <WorkspaceButton email={email} isCollapsed={isCollapsed} />
      <SearchButton isCollapsed={isCollapsed} />
      <ul className="flex flex-1 flex-col gap-px">
        {mainEntries.map((entry) => (
          <li key={entry.to} className="relative">
            <Entry entry={entry} isCollapsed={isCollapsed} />
            {isCollapsed ? null : <SubEntries entry={entry} />}
          </li>
        ))}
      </ul>
      <AvailabilityPlace isCollapsed={isCollapsed} />
      <ul className="flex flex-col gap-px">
        {bottomEntries.map((entry) => (
          <li key={entry.to} className="relative">
            <Entry entry={entry} isCollapsed={isCollapsed} />
          </li>
        ))}
        <li>
          <MaybeTooltip text="Sign Out" isOn={isCollapsed}>
            <button
              type="button"
              onClick={onSignOut}
              aria-label={isCollapsed ? 'Sign Out' : undefined}
              className={clsx(entryClass(false, isCollapsed), 'w-full')}
            >
              <LogOut size={16} aria-hidden className={iconClass(false)} />
              {isCollapsed ? null : 'Sign Out'}
            </button>
          </MaybeTooltip>
        </li>
      </ul>
      <div className={clsx('mt-2 flex items-center gap-1', isCollapsed && 'justify-center')}>
        {isCollapsed ? null : <ThemeSwitch className="flex-1" />}
        <IconButton
          label={isCollapsed ? 'Expand navigation' : 'Collapse navigation'}
          aria-expanded={!isCollapsed}
          tooltipSide="right"
          onClick={onToggle}
        >
          <PanelLeft size={16} aria-hidden />
        </IconButton>
      </div>
    </nav>
  )
}

const paletteKeys = navigator.userAgent.includes('Mac') ? '⌘K' : 'Ctrl K'

function SearchButton({ isCollapsed }: { readonly isCollapsed: boolean }) {
  return (
    <MaybeTooltip text="Search" isOn={isCollapsed}>
      <button
        type="button"
        aria-label={isCollapsed ? 'Search' : undefined}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={openPalette}
        className={clsx(
          'my-2.5 flex h-8 w-full shrink-0 items-center gap-2 rounded-control border border-line bg-surface px-2 text-muted transition-colors duration-[120ms] hover:border-line-strong hover:text-text pointer-coarse:h-11',
          isCollapsed && 'justify-center',
        )}
      >
        <Search size={16} aria-hidden className="shrink-0" />
        {isCollapsed ? null : (
          <>
            Search
            <kbd aria-hidden className="ml-auto">
              {paletteKeys}
            </kbd>
          </>
        )}
      </button>
    </MaybeTooltip>
  )
}
