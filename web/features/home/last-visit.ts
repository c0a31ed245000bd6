import { keep, recall } from '../../lib/json-storage.ts'

interface Seen {
  /** The end of the previous visit. */
  readonly since: string
  readonly seenAt: string
}

/** A visit to the dashboard ends after this long without attention. */
const awayMs = 4 * 3_600_000
const dayMs = 24 * 3_600_000
/** Older news is in the analytics. */
const longestMs = 28 * dayMs

/** The start of the news: the author's previous visit in this browser, at most 28 days ago. Records this visit. */
export function newsSince(workspaceId: string, now = new Date()): string {
  const key = `understudy-home-seen:${workspaceId}`
  const seen = recall<Seen>(key)
  const earliest = new Date(now.getTime() - longestMs).toISOString()
  const isNewVisit = seen === undefined || now.getTime() - Date.parse(seen.seenAt) > awayMs
  const since = seen === undefined ? earliest : isNewVisit ? seen.seenAt : seen.since
  keep(key, { since, seenAt: now.toISOString() } satisfies Seen)
  return since > earliest ? since : earliest
}

/** "since Friday", "since Nov 3", "in 28 days". */
export function sinceText(since: string, now = new Date()): string {
  const at = new Date(since)
  const age = now.getTime() - at.getTime()
  if (age > longestMs - dayMs) return 'in 28 days'
  if (at.toDateString() === now.toDateString()) return 'today'
  if (age < 6 * dayMs) return `since ${at.toLocaleDateString('en', { weekday: 'long' })}`
  return `since ${at.toLocaleDateString('en', { month: 'short', day: 'numeric' })}`
}
