import { classifyTraffic } from './classify-traffic.ts'
import { describeBrowser } from './describe-browser.ts'
import type { ParsedEvent } from './parse-event.ts'
import { remembered } from './remembered.ts'

/** Who sent a request, as the server sees it. */
export interface EventSender {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The account behind a token that was checked. */
  readonly userId: string | null
  readonly receivedAtMs: number
  /** The sender's name for this day. */
  readonly visitor: string
}

/** A row as record_tracking_events() takes it; what is not there is null. */
export type EventRecord = Partial<Omit<ParsedEvent, 'sentAtMs' | 'isAutomated' | 'utm_source'>> & {
  readonly occurred_at: string
  readonly received_at: string
  readonly user_id?: string | null
  readonly source: string
  readonly device: string
  readonly browser: string
  readonly visitor: string
  readonly traffic: string
  readonly traffic_reason?: string | null
}

/** Adds what only the server can know of an event: when it was by our clock, from where, in which browser, by whom. */
export function completeEvent(event: ParsedEvent, sender: EventSender): EventRecord {
  const { sentAtMs, isAutomated, utm_source: utmSource, ...columns } = event
  const userAgent = sender.headers['user-agent'] ?? ''
  const { traffic, reason } = classifyTraffic({
    headers: sender.headers,
    isAutomated,
    viewportWidth: event.viewport_width,
    viewportHeight: event.viewport_height,
  })
  const { device, browser } = describeBrowser(userAgent, event.viewport_width)
  return withoutNulls({
    ...columns,
    occurred_at: new Date(occurredAt(Date.parse(event.timestamp), sentAtMs, sender.receivedAtMs)).toISOString(),
    received_at: new Date(sender.receivedAtMs).toISOString(),
    user_id: sender.userId,
    source: sourceOf(utmSource, event.referrer, event.page_url),
    device,
    browser,
    visitor: sender.visitor,
    traffic,
    traffic_reason: reason?.slice(0, 200) ?? null,
  })
}

/** Half of an event's columns are empty, and the names of those are most of what would be sent to the database. */
function withoutNulls<Row extends Readonly<Record<keyof Row, unknown>>>(row: Row): Row {
  const kept: Partial<Row> = {}
  for (const name in row) if (row[name] !== null) kept[name] = row[name]
  return kept as Row
}

/**
 * When it happened by our clock. The visitor's clock may be years off, but it knows how long ago an event was when the
 * request left; a request without that is believed when it is near. Nothing is older than a day or newer than now.
 */
export function occurredAt(timestampMs: number, sentAtMs: number | null, receivedAtMs: number): number {
  const age = sentAtMs === null ? receivedAtMs - timestampMs : sentAtMs - timestampMs
  if (age < 0) return receivedAtMs
  return age <= dayMs ? receivedAtMs - age : receivedAtMs
}

const dayMs = 86_400_000

/** utm_source, or the host that led here, or "direct". A site's own pages are no source. */
export function sourceOf(utmSource: string | null, referrer: string | null, pageUrl: string): string {
  if (utmSource !== null && utmSource.trim() !== '') return utmSource.trim().toLowerCase().slice(0, 100).toWellFormed()
  const from = hostOf(referrer)
  return from === null || from === hostOf(pageUrl) ? 'direct' : from.slice(0, 100)
}

function hostOf(address: string | null): string | null {
  return address === null ? null : parsedHost(address)
}

const parsedHost = remembered((address: string) =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') || null : null,
)
