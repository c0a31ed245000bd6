import { fail, succeed, type Result } from '#domain/result.ts'
import { uuid } from '#domain/uuid.ts'

import type { ParamChanges } from '../../lib/use-address-params.ts'

/* The filters, stored in the URL so that a view can be shared. */

export const trafficChoices = [
  { value: 'human', label: 'People' },
  { value: 'all', label: 'Everything' },
  { value: 'bot', label: 'Bots' },
  { value: 'scanner', label: 'Mail scanners' },
  { value: 'preview', label: 'Link previews' },
  { value: 'self', label: 'Your team' },
  { value: 'unknown', label: 'Unknown' },
] as const

export type TrafficChoice = (typeof trafficChoices)[number]['value']

export const periodChoices = [
  { value: '1', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '28', label: 'Last 28 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
] as const

export interface Filters {
  readonly demoId: string | null
  /** The id of a share link, "" for the demo's plain address, null for all. */
  readonly link: string | null
  readonly traffic: TrafficChoice
  readonly version: number | null
  /** The number of days up to today; null if `from` and `to` define the period. */
  readonly days: number | null
  readonly from: string
  readonly to: string
}

/** Inclusive days in UTC, such as "2026-11-21". */
export interface Period {
  readonly from: string
  readonly to: string
}

const usualDays = 28
const daysMax = 1_100
const plainAddress = 'plain'

/** Parses the URL; drops invalid values. */
export function readFilters(search: URLSearchParams): Filters {
  const period = search.get('period')
  const version = Number(search.get('version') ?? '')
  const link = search.get('link')
  return {
    demoId: uuidOrNull(search.get('demo')),
    link: link === plainAddress ? '' : uuidOrNull(link),
    traffic: trafficChoices.find(({ value }) => value === search.get('who'))?.value ?? 'human',
    version: Number.isSafeInteger(version) && version > 0 ? version : null,
    days: period === 'custom' ? null : Number(periodChoices.find(({ value }) => value === period)?.value ?? usualDays),
    from: search.get('from') ?? '',
    to: search.get('to') ?? '',
  }
}

export type FilterName = 'demo' | 'link' | 'who' | 'version' | 'period' | 'from' | 'to'

/** The changes of the URL for changed filters. Changing the demo removes its link, version and step. */
export function filterChanges(change: Readonly<Partial<Record<FilterName, string | null>>>): ParamChanges {
  const ofDemo = { link: null, version: null, step: null, older: null, newer: null }
  return 'demo' in change ? { ...ofDemo, ...change } : change
}

/** A link's value in the URL. */
export function linkParameter(link: string | null): string {
  return link === '' ? plainAddress : (link ?? '')
}

/** The requested days; `today` is in UTC. */
export function periodOf({ days, from, to }: Filters, today: string): Result<Period, string> {
  if (days !== null) return succeed({ from: addDays(today, 1 - days), to: today })
  if (!isDay(from) || !isDay(to)) return fail('Choose a start and an end date.')
  if (from > to) return fail('The start date is after the end date.')
  if (dayNumber(to) - dayNumber(from) >= daysMax) return fail(`Choose at most ${daysMax} days.`)
  return succeed({ from, to })
}

/** The period of the same length right before this one. */
export function periodBefore(period: Period): Period {
  return { from: addDays(period.from, -countDays(period)), to: addDays(period.from, -1) }
}

function countDays({ from, to }: Period): number {
  return dayNumber(to) - dayNumber(from) + 1
}

export function daysOf(period: Period): readonly string[] {
  return Array.from({ length: countDays(period) }, (_, index) => addDays(period.from, index))
}

export function todayInUtc(): string {
  return new Date().toISOString().slice(0, 10)
}

function addDays(day: string, count: number): string {
  return new Date((dayNumber(day) + count) * dayMs).toISOString().slice(0, 10)
}

const dayMs = 86_400_000

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs
}

/** A day of the calendar: the 30th of February is none. */
function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(dayNumber(text)) && addDays(text, 0) === text
}

function uuidOrNull(text: string | null): string | null {
  return text !== null && uuid.test(text) ? text.toLowerCase() : null
}
