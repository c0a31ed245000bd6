/** One recording as the server knows it: what its captures have in common (spec §3). */
export interface CaptureSession {
  /** The `session_id` of its captures. */
  readonly id: string
  /** Where the newest of them was taken. */
  readonly url: string
  /** ISO 8601, of the newest. */
  readonly timestamp: string
  /** The day, as the reader's own region writes it. */
  readonly date: string
}

interface CaptureRow {
  readonly session_id: string
  readonly url: string
  readonly timestamp: string
}

/** Each session once. The captures come newest first, as the server orders them, and so do the sessions. */
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
