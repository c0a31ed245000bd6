/** One recording as the server knows it: the captures sharing a session_id (spec §3). */
export interface CaptureSession {
  /** The `session_id` of its captures. */
  readonly id: string
  /** The newest capture's URL. */
  readonly url: string
  /** ISO 8601, of the newest capture. */
  readonly timestamp: string
  /** The day in the reader's locale. */
  readonly date: string
}

interface CaptureRow {
  readonly session_id: string
  readonly url: string
  readonly timestamp: string
}

/** Each session once, in the order of its captures, newest first. */
export function captureSessions(
  captures: readonly CaptureRow[],
  dateText: (timestamp: string) => string,
): readonly CaptureSession[] {
  const sessions = new Map<string, CaptureSession>()
  for (const { session_id: id, url, timestamp } of captures) {
    if (!sessions.has(id)) sessions.set(id, { id, url, timestamp, date: dateText(timestamp) })
  }
  return [...sessions.values()]
}
