import type { ServerBase } from '#server/services.ts'

import { createAcceptEvents, createEventLimits, type AcceptEvents, type EventCounts } from './accept-events.ts'
import { createEventWriter, type EventWriter } from './event-writer.ts'
import { createRollUpJob, type RollUpJob } from './roll-up-job.ts'
import { trackingBackend, type TrackingBackend } from './tracking-backend.ts'
import { createVisitorNames, type VisitorNames } from './visitor-names.ts'

/** Shared by all routes of one server. */
export interface TrackingService {
  readonly backend: TrackingBackend
  readonly accept: AcceptEvents
  readonly counts: Readonly<EventCounts>
  readonly writer: EventWriter
  readonly visitors: VisitorNames
  readonly job: RollUpJob
}

export function createTrackingService(services: ServerBase): TrackingService {
  const backend = trackingBackend(services)
  const job = createRollUpJob(services, backend)
  const { config, log, now } = services
  const writer = createEventWriter({
    record: backend.record,
    keep: job.keep,
    onRecorded: job.wake,
    log,
  })
  const visitors = createVisitorNames({ readSecret: backend.daySecret, now })
  const limits = config.hasTrackingLimits ? createEventLimits(now) : null
  const counts: EventCounts = { acknowledged: 0, limited: 0, failed: 0 }
  const accept = createAcceptEvents({ writer, visitors, limits, counts, log, now })
  return { backend, accept, counts, job, writer, visitors }
}
