import { classifyTraffic, inspectedPart } from './classify-traffic.ts'
import { describeBrowser } from './describe-browser.ts'
import type { ParsedEvent } from './parse-event.ts'
import { memoize } from './memoize.ts'

/** Who sent a request, as the server sees it. */
export interface EventSender {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The account behind a verified token. */
  readonly userId: string | null
  readonly receivedAtMs: number
  /** The sender's pseudonym for this day (visitor-names.ts). */
  readonly visitor: string
}

/** A row for record_tracking_events(). Missing fields are undefined, because JSON omits those. */
export type EventRecord = {
  readonly [Name in Exclude<keyof ParsedEvent, 'sentAtMs' | 'isAutomated' | 'utm_source'>]:
    | Exclude<ParsedEvent[Name], null>
    | undefined
} & {
  readonly occurred_at: string
  readonly received_at: string
  readonly user_id: string | undefined
  readonly source: string
  readonly device: string
  readonly browser: string
  readonly visitor: string
  readonly traffic: string
  readonly traffic_reason: string | undefined
}

/** Adds what only the server knows of an event: time by our clock, source, browser, visitor. */
export function completeEvent(event: ParsedEvent, sender: EventSender): EventRecord {
  const { traffic, reason } = classifyTraffic({
    headers: sender.headers,
    isAutomated: event.isAutomated,
    viewportWidth: event.viewport_width,
    viewportHeight: event.viewport_height,
  })
  const { device, browser } = describeBrowser(inspectedPart(sender.headers['user-agent']), event.viewport_width)
  const at = occurredAt(Date.parse(event.timestamp), event.sentAtMs, sender.receivedAtMs)
  // Each field by name: spreading an object costs more than everything else here.
  return {
    id: event.id,
    event_type: event.event_type,
    session_id: event.session_id,
    page_url: event.page_url,
    timestamp: event.timestamp,
    occurred_at: new Date(at).toISOString(),
    received_at: new Date(sender.receivedAtMs).toISOString(),
    user_id: sender.userId ?? undefined,
    time_spent: event.time_spent ?? undefined,
    click_x: event.click_x ?? undefined,
    click_y: event.click_y ?? undefined,
    element_clicked: event.element_clicked ?? undefined,
    viewport_width: event.viewport_width ?? undefined,
    viewport_height: event.viewport_height ?? undefined,
    image_x: event.image_x ?? undefined,
    image_y: event.image_y ?? undefined,
    owner_id: event.owner_id ?? undefined,
    demo_id: event.demo_id ?? undefined,
    step_id: event.step_id ?? undefined,
    subject_id: event.subject_id ?? undefined,
    link: event.link ?? undefined,
    source: sourceOf(event.utm_source, event.referrer, event.page_url),
    referrer: event.referrer ?? undefined,
    utm_medium: event.utm_medium ?? undefined,
    utm_campaign: event.utm_campaign ?? undefined,
    device,
    browser,
    consent: event.consent ?? undefined,
    visitor: sender.visitor,
    traffic,
    traffic_reason: reason?.slice(0, 200),
  }
}

/**
 * When it happened, by our clock. The visitor's clock may be years off but knows the event's age at sending; without
 * that, a timestamp near ours is trusted. Clamped to the last day.
 */
export function occurredAt(timestampMs: number, sentAtMs: number | null, receivedAtMs: number): number {
  const age = sentAtMs === null ? receivedAtMs - timestampMs : sentAtMs - timestampMs
  if (age < 0) return receivedAtMs
  return age <= dayMs ? receivedAtMs - age : receivedAtMs
}

const dayMs = 86_400_000

/** utm_source, the referring host, or "direct". A site's own pages don't count as a source. */
export function sourceOf(utmSource: string | null, referrer: string | null, pageUrl: string): string {
  if (utmSource !== null && utmSource.trim() !== '') return utmSource.trim().toLowerCase().slice(0, 100).toWellFormed()
  const from = hostOf(referrer)
  return from === null || from === hostOf(pageUrl) ? 'direct' : from.slice(0, 100)
}

function hostOf(address: string | null): string | null {
  return address === null ? null : parsedHost(address)
}

const parsedHost = memoize((address: string) =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') || null : null,
)
