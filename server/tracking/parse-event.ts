import { randomUUID } from 'node:crypto'

import { eventTypes, type EventType } from '#domain/tracking-rules.ts'
import type { TrackingEventRow } from '#protocol/tracking-events.ts'

import { redactAddress } from '#domain/redact-address.ts'
import { uuid as uuidForm } from '#domain/uuid.ts'

/** An event as sent: every field checked, nothing about the sender yet. */
export interface ParsedEvent {
  readonly id: string
  readonly event_type: EventType
  readonly session_id: string
  readonly page_url: string
  /** ISO 8601, by the visitor's clock. */
  readonly timestamp: string
  readonly sentAtMs: number | null
  readonly time_spent: number | null
  readonly click_x: number | null
  readonly click_y: number | null
  readonly element_clicked: string | null
  readonly viewport_width: number | null
  readonly viewport_height: number | null
  readonly image_x: number | null
  readonly image_y: number | null
  readonly owner_id: string | null
  readonly demo_id: string | null
  readonly step_id: string | null
  readonly subject_id: string | null
  readonly link: string | null
  readonly referrer: string | null
  readonly utm_source: string | null
  readonly utm_medium: string | null
  readonly utm_campaign: string | null
  readonly consent: string | null
  readonly isAutomated: boolean
}

/** What is wrong with an event: a sentence for the page's developer, and the SQLSTATE a table would return. */
export class EventProblem extends Error {
  override readonly name = 'EventProblem'
  readonly code: 'PGRST102' | 'PGRST204' | '22023' | '23502'
  readonly status: 400 | 413

  constructor(code: EventProblem['code'], message: string, status: EventProblem['status'] = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** Reads one event. Throws EventProblem. Odd measurements are clamped, not refused. */
export function parseEvent(value: unknown): ParsedEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new EventProblem('22023', 'An event must be a JSON object.')
  }
  const row = value as Readonly<Record<string, unknown>>
  for (const name in row) {
    if (!columns.has(name)) {
      throw new EventProblem(
        'PGRST204',
        `Could not find the '${name}' column of 'user_tracking_events' in the schema cache`,
      )
    }
  }
  const type = row['event_type']
  if (!isEventType(type)) {
    throw new EventProblem(
      (type ?? null) === null ? '23502' : '22023',
      `event_type must be one of ${eventTypes.join(', ')}.`,
    )
  }
  const timestamp = time(row, 'timestamp')
  if (timestamp === null) throw missing('timestamp', 'a time like 2026-11-21T12:00:00.000Z')
  const timeSpent = whole(row, 'time_spent', 0, 86_400)
  if (type === 'time_spent' && timeSpent === null) throw missing('time_spent', 'a number of whole seconds')
  const named = demoOrLinkIn(row['page_url'])
  const campaign = campaignOf(row['page_url'])
  const referrer = shortened(row, 'referrer', addressMax)
  return {
    id: uuid(row, 'id') ?? randomUUID(),
    event_type: type,
    session_id: needed(row, 'session_id', 100),
    page_url: cleaned(needed(row, 'page_url', addressMax)),
    timestamp: new Date(timestamp).toISOString(),
    sentAtMs: time(row, 'sent_at'),
    time_spent: timeSpent,
    click_x: whole(row, 'click_x', -100_000, 100_000),
    click_y: whole(row, 'click_y', -1_000_000, 1_000_000),
    element_clicked: shortened(row, 'element_clicked', 300),
    viewport_width: whole(row, 'viewport_width', 0, 100_000),
    viewport_height: whole(row, 'viewport_height', 0, 100_000),
    image_x: number(row, 'image_x', 0, 100),
    image_y: number(row, 'image_y', 0, 100),
    owner_id: ownerOf(row),
    demo_id: uuid(row, 'demo_id') ?? demoOf(named),
    step_id: uuid(row, 'step_id'),
    subject_id: uuid(row, 'subject_id'),
    link: shortened(row, 'link', 100) ?? (named === null || uuidForm.test(named) ? null : named),
    referrer: referrer === null ? null : cleaned(referrer),
    utm_source: shortened(row, 'utm_source', 100) ?? campaignField(campaign, 'utm_source', 100),
    utm_medium: shortened(row, 'utm_medium', 200) ?? campaignField(campaign, 'utm_medium', 200),
    utm_campaign: shortened(row, 'utm_campaign', 200) ?? campaignField(campaign, 'utm_campaign', 200),
    consent: shortened(row, 'consent', 40),
    isAutomated: row['automated'] === true,
  }
}

const eventTypeNames: ReadonlySet<unknown> = new Set(eventTypes)

function isEventType(value: unknown): value is EventType {
  return eventTypeNames.has(value)
}

/** What a player URL names: a demo's id, or a share link's token. */
function demoOrLinkIn(pageUrl: unknown): string | null {
  if (typeof pageUrl !== 'string' || !pageUrl.includes('/demo/')) return null
  return /\/demo\/([\w-]{32,36})\/play/.exec(pageUrl)?.[1] ?? null
}

/** A page's URL may say what an event omits. */
function campaignOf(pageUrl: unknown): URLSearchParams | null {
  const mayHaveCampaign = typeof pageUrl === 'string' && pageUrl.includes('utm_')
  return mayHaveCampaign && URL.canParse(pageUrl) ? new URL(pageUrl).searchParams : null
}

function campaignField(campaign: URLSearchParams | null, name: string, most: number): string | null {
  return campaign === null ? null : shortened({ [name]: campaign.get(name) }, name, most)
}

/** A record, not a list, so that tsc demands an entry for every new column. */
const columnNames: Readonly<Record<keyof TrackingEventRow, true>> = {
  id: true,
  event_type: true,
  session_id: true,
  page_url: true,
  timestamp: true,
  sent_at: true,
  user_id: true,
  time_spent: true,
  click_x: true,
  click_y: true,
  element_clicked: true,
  viewport_width: true,
  viewport_height: true,
  image_x: true,
  image_y: true,
  owner_id: true,
  demo_id: true,
  step_id: true,
  subject_id: true,
  link: true,
  referrer: true,
  utm_source: true,
  utm_medium: true,
  utm_campaign: true,
  consent: true,
  automated: true,
}
const columns: ReadonlySet<string> = new Set(Object.keys(columnNames))

type Row = Readonly<Record<string, unknown>>

function missing(name: string, what: string): EventProblem {
  return new EventProblem('23502', `${name} must be ${what}.`)
}

function needed(row: Row, name: string, most: number): string {
  const text = shortened(row, name, most)
  if (text === null || text === '') throw missing(name, 'a text that is not empty')
  return text
}

/** Long text is truncated, not refused: half of a URL still shows where the visitor was. */
function shortened(row: Row, name: string, most: number): string | null {
  const value = row[name]
  if (value === undefined || value === null || value === '') return null
  const said = typeof value === 'object' ? JSON.stringify(value) : value
  if (typeof said !== 'string') throw new EventProblem('22023', `${name} must be a text.`)
  // PostgreSQL rejects NUL and lone surrogates.
  return said.slice(0, most).replaceAll('\0', '').toWellFormed()
}

/** Cut first so that searches stay short; the second cut may split a surrogate pair again. */
function cleaned(address: string): string {
  return redactAddress(address).slice(0, addressMax).toWellFormed()
}

const addressMax = 2_000

/** A tracker that knows only its owner's email sends that before it learns the id; then nobody owns it. */
function ownerOf(row: Row): string | null {
  const named = row['owner_id']
  return typeof named === 'string' && named.includes('@') ? null : uuid(row, 'owner_id')
}

function uuid(row: Row, name: string): string | null {
  const value = row[name]
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string' && uuidForm.test(value)) return value.toLowerCase()
  throw new EventProblem('22023', `${name} must be a UUID.`)
}

function number(row: Row, name: string, least: number, most: number): number | null {
  const value = row[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new EventProblem('22023', `${name} must be a number.`)
  }
  // Subnormal numbers don't fit `real`: PostgreSQL refuses instead of rounding. 0 is always in range.
  return Math.abs(value) < 1e-6 ? 0 : Math.min(most, Math.max(least, value))
}

function whole(row: Row, name: string, least: number, most: number): number | null {
  const value = number(row, name, least, most)
  return value === null ? null : Math.round(value)
}

function time(row: Row, name: string): number | null {
  const value = row[name]
  if (value === undefined || value === null) return null
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  // Years before 1 and after 9999 can't come from a wrong clock, and not every database accepts them.
  if (ms > -60_000_000_000_000 && ms < 253_402_300_800_000) return ms
  throw new EventProblem('22023', `${name} must be a time like 2026-11-21T12:00:00.000Z.`)
}

function demoOf(named: string | null): string | null {
  return named !== null && uuidForm.test(named) ? named.toLowerCase() : null
}
