import { clsx } from 'clsx'
import { Bot, ChartColumn, CircleHelp, House, MessageCircle, Presentation, Settings, UserRound } from 'lucide-react'
import { Link, useLocation } from 'react-router'

import type { Counted } from '../lib/kept-counts.ts'
import { idlePart } from './idle-part.tsx'
import { MaybeTooltip } from './maybe-tooltip.tsx'
import { KeptCount } from './kept-count.tsx'

const LiveCount = idlePart(async () => (await import('../features/live/live-count.tsx')).LiveCount)
const Count = idlePart(async () => (await import('./navigation-count.tsx')).NavigationCount, KeptCount)

interface SubEntry {
  readonly to: string
  readonly label: string
  /** The path its pages start with; `search` if only a query distinguishes them. */
  readonly under: string
  readonly search?: string
  readonly isLive?: boolean
  readonly count?: Counted
}

interface NavigationEntry {
  readonly to: string
  readonly label: string
  readonly icon: typeof House
  readonly end?: boolean
  readonly count?: Counted
  readonly sub?: readonly SubEntry[]
}

const conversations: SubEntry = {
  to: '/dashboard/conversations',
  label: 'Conversations',
  under: '/dashboard/conversations',
  isLive: true,
}

/** Spec §2: the main entries in their order, with what belongs to them below. */
export const mainEntries: readonly NavigationEntry[] = [
  { to: '/dashboard', label: 'Dashboard', icon: House, end: true },
  {
    to: '/dashboard/demos',
    label: 'Demos',
    icon: Presentation,
    count: 'demos',
    sub: [{ to: '/dashboard/recordings', label: 'Recordings', under: '/dashboard/recordings' }],
  },
  {
    to: '/dashboard/agents',
    label: 'Agents',
    icon: Bot,
    sub: [conversations, { to: '/dashboard/rita/home', label: 'Rita', under: '/dashboard/rita' }],
  },
  {
    to: '/dashboard/analytics',
    label: 'Analytics',
    icon: ChartColumn,
    sub: [
      { to: '/dashboard/leads', label: 'Leads', under: '/dashboard/leads', count: 'leads' },
      {
        to: '/dashboard/leads?meeting=ahead',
        label: 'Meetings',
        under: '/dashboard/leads',
        search: 'meeting=ahead',
        count: 'meetings',
      },
    ],
  },
]

export const bottomEntries: readonly NavigationEntry[] = [
  { to: '/dashboard/settings', label: 'Settings', icon: Settings },
  { to: '/dashboard/account', label: 'Account', icon: UserRound },
  { to: '/dashboard/help', label: 'Help', icon: CircleHelp },
  { to: '/dashboard/feedback', label: 'Feedback', icon: MessageCircle },
]

interface EntryProps {
  readonly entry: NavigationEntry
  readonly isCollapsed: boolean
}

/** An entry of the side navigation. When collapsed, it is also marked for its sub-entries. */
export function Entry({ entry, isCollapsed }: EntryProps) {
  const { to, label, icon: Icon } = entry
  const place = usePlace()
  const isOn = isAt(place, entry) || (isCollapsed && subAt(place, entry) !== undefined)
  const hasLive = isCollapsed && hasLiveDot(entry)
  const link = (
    <Link
      to={to}
      aria-label={isCollapsed && !hasLive ? label : undefined}
      aria-current={isOn ? 'page' : undefined}
      className={clsx(entryClass(isOn, isCollapsed), 'relative')}
    >
      <Icon size={16} aria-hidden className={iconClass(isOn)} />
      {isCollapsed ? null : label}
      {hasLive ? (
        <>
          <span className="sr-only">{label}</span>
          <span className="absolute top-1 right-1">
            <LiveCount isDotOnly />
          </span>
        </>
      ) : null}
    </Link>
  )
  return (
    <>
      <MaybeTooltip text={label} isOn={isCollapsed}>
        {link}
      </MaybeTooltip>
      {entry.count === undefined || isCollapsed ? null : <Count of={entry.count} />}
    </>
  )
}

/** A main entry's sub-entries, indented along a vertical line. */
export function SubEntries({ entry }: { readonly entry: NavigationEntry }) {
  const place = usePlace()
  const current = subAt(place, entry)
  if (entry.sub === undefined) return null
  return (
    <ul aria-label={entry.label} className="mb-[3px] ml-[15px] flex flex-col border-l border-line pl-2.5">
      {entry.sub.map((sub) => (
        <li key={sub.to} className="relative">
          <Link
            to={sub.to}
            aria-current={sub === current ? 'page' : undefined}
            className={clsx(rowClass(sub === current), 'h-7 px-2', sub === current ? 'font-medium' : 'font-normal')}
          >
            {sub.label}
            {sub.isLive === true ? <LiveCount /> : null}
          </Link>
          {sub.count === undefined ? null : <Count of={sub.count} />}
        </li>
      ))}
    </ul>
  )
}

/** An entry of the phone's bar. */
export function Tab({ entry }: { readonly entry: NavigationEntry }) {
  const { to, label, icon: Icon } = entry
  const place = usePlace()
  const isOn = isAt(place, entry) || subAt(place, entry) !== undefined
  return (
    <Link to={to} aria-current={isOn ? 'page' : undefined} className={clsx(tabClass(isOn), 'relative')}>
      <Icon size={20} aria-hidden />
      {label}
      {hasLiveDot(entry) ? (
        <span className="absolute top-2 left-1/2 ml-2.5">
          <LiveCount isDotOnly />
        </span>
      ) : null}
    </Link>
  )
}

/** The sub-entries of all main entries, for the phone. */
export function SubGrid() {
  const place = usePlace()
  const entries = mainEntries.flatMap((entry) => (entry.sub ?? []).map((sub) => ({ sub, entry })))
  return (
    <ul className="mb-1 grid grid-cols-2 gap-x-1 border-b border-line pb-1">
      {entries.map(({ sub, entry }) => {
        const isOn = subAt(place, entry) === sub
        return (
          <li key={sub.to}>
            <Link
              to={sub.to}
              aria-current={isOn ? 'page' : undefined}
              className={clsx(rowClass(isOn), 'relative h-11 px-2 font-medium')}
            >
              {sub.label}
              {sub.isLive === true ? <LiveCount /> : null}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

interface Place {
  readonly pathname: string
  readonly search: string
}

function usePlace(): Place {
  const { pathname, search } = useLocation()
  return { pathname: `${pathname.replace(/\/+$/, '')}/`, search }
}

function isAt({ pathname }: Place, { to, end = false }: NavigationEntry): boolean {
  return end ? pathname === `${to}/` : pathname.startsWith(`${to}/`)
}

/** The best matching sub-entry: path and query before path alone. */
function subAt({ pathname, search }: Place, { sub = [] }: NavigationEntry): SubEntry | undefined {
  const fitting = sub.filter(({ under }) => pathname.startsWith(`${under}/`))
  const queried = fitting.find((each) => each.search !== undefined && search.includes(each.search))
  return queried ?? fitting.find((each) => each.search === undefined)
}

function hasLiveDot({ sub = [] }: NavigationEntry): boolean {
  return sub.some(({ isLive }) => isLive === true)
}

function rowClass(isActive: boolean): string {
  return clsx(
    'flex items-center rounded-control text-sm transition-colors duration-[120ms] pointer-coarse:h-11',
    isActive ? 'bg-press text-text' : 'text-soft hover:bg-hover hover:text-text',
  )
}

export function iconClass(isActive: boolean): string {
  return clsx('shrink-0', isActive ? 'text-accent-text' : 'text-muted')
}

export function entryClass(isActive: boolean, isCollapsed: boolean): string {
  return clsx(rowClass(isActive), 'h-[30px] gap-2.5 font-medium', isCollapsed ? 'justify-center' : 'px-2')
}

export function tabClass(isActive: boolean): string {
  return clsx(
    'flex min-h-14 flex-col items-center justify-center gap-0.5 text-2xs font-medium',
    isActive ? 'text-accent-text' : 'text-muted',
  )
}
