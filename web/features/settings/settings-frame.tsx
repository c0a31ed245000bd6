import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import { useQuery } from '@tanstack/react-query'

import type { Role } from '../../lib/roles.ts'
import { peopleQuery } from '../../lib/workspace-calls.ts'
import { settingsEntries } from './settings-entries.ts'

const root = '/dashboard/settings'

export interface SettingsFrameProps {
  /** Undefined while the workspace loads. */
  readonly workspaceId: string | undefined
  readonly role: Role | undefined
  /** API keys exist only on our own server. Undefined until that is known. */
  readonly hasKeys: boolean | undefined
  readonly children: ReactNode
}

/** The list of sub-pages on the left, the current one beside it. On phones the list is a separate page. */
export function SettingsFrame({ workspaceId, role, hasKeys, children }: SettingsFrameProps) {
  const path = useLocation().pathname.replace(/\/+$/, '')
  const isRoot = path === root
  const people = useQuery({ ...peopleQuery(workspaceId ?? ''), enabled: workspaceId !== undefined })
  const entries = settingsEntries.filter(
    // Shown together, to avoid a layout shift.
    ({ path: own, isFor }) => role !== undefined && hasKeys !== undefined && isFor(role) && (own !== '/api' || hasKeys),
  )
  return (
    <div className="md:flex md:min-h-(--sheet-height)">
      <aside className="shrink-0 px-4 pt-4 md:sticky md:top-(--sheet-top) md:h-(--sheet-height) md:w-[190px] md:overflow-y-auto md:border-r md:border-line md:px-3 md:py-4">
        <h1 className="text-base font-semibold md:px-2">
          {isRoot ? (
            'Settings'
          ) : (
            <>
              <Link to={root} className="-ml-1 inline-flex min-h-11 items-center gap-0.5 text-muted md:hidden">
                <ChevronLeft size={18} aria-hidden />
                Settings
              </Link>
              <span className="max-md:hidden">Settings</span>
            </>
          )}
        </h1>
        <nav aria-label="Settings" className={clsx('mt-3', !isRoot && 'max-md:hidden')}>
          <ul className="flex flex-col gap-px max-md:gap-0 max-md:divide-y max-md:divide-line max-md:border-y max-md:border-line">
            {entries.map(({ path: own, label, icon: Icon }) => {
              // The section's own address shows its first page.
              const isOn = path === root + own || (isRoot && own === '/workspace')
              return (
                <li key={label}>
                  <EntryLink to={root + own} isOn={isOn}>
                    <Icon size={16} aria-hidden className={isOn ? 'text-accent-text' : undefined} />
                    <span className="flex-1">{label}</span>
                    {own === '/members' && people.data !== undefined ? (
                      <span className="text-xs text-muted tabular-nums">{people.data.length}</span>
                    ) : null}
                  </EntryLink>
                </li>
              )
            })}
          </ul>
        </nav>
      </aside>
      <div className={clsx('min-w-0 flex-1', isRoot && 'max-md:hidden')}>{children}</div>
    </div>
  )
}

function EntryLink(props: { readonly to: string; readonly isOn: boolean; readonly children: ReactNode }) {
  return (
    <Link
      to={props.to}
      aria-current={props.isOn ? 'page' : undefined}
      className={clsx(
        'flex h-7.5 items-center gap-2.5 rounded-control px-2 text-sm font-medium transition-colors duration-[120ms] max-md:h-12 max-md:rounded-none max-md:px-1',
        props.isOn ? 'md:bg-press text-text' : 'text-soft hover:bg-hover',
      )}
    >
      {props.children}
      <ChevronRight size={16} aria-hidden className="text-muted md:hidden" />
    </Link>
  )
}
