import type { EventType } from '#domain/tracking-rules.ts'
import type { TrackingEventRow } from '#protocol/tracking-events.ts'

import type * as Visits from './record-visit.ts'

/* Records the visit; the code loads after the first step can be clicked. */

let part: Promise<typeof Visits | null> | undefined

/** Resolves when the tracker's part is listening to the host page; to null if it failed to load. */
export function loadVisits(): Promise<typeof Visits | null> {
  part ??= import('./record-visit.ts').catch(() => null)
  return part
}

export function recordVisit(type: EventType, fields: Partial<TrackingEventRow> = {}): void {
  void loadVisits().then((visits) => visits?.recordVisit(type, fields))
}

export function recordStep(stepId: string): void {
  void loadVisits().then((visits) => visits?.recordStep(stepId))
}
