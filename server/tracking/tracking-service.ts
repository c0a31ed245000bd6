import { createNetworkLimit } from '#backend/http/network-limit.ts'
import type { ServerBase } from '#server/services.ts'

import { createAcceptEvents, type AcceptEvents, type EventCounts } from './accept-events.ts'
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
  const limit = config.hasTrackingLimits ? createNetworkLimit({ burst: eventsPerMinute, refillMs: 60_000, now }) : null
  const counts: EventCounts = { acknowledged: 0, limited: 0, failed: 0 }
  const accept = createAcceptEvents({ writer, visitors, limit, counts, log, now })
  return { backend, accept, counts, job, writer, visitors }
}

/** Per address; a whole office may share one. */
const eventsPerMinute = 3_000
