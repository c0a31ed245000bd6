import type { Services } from '#server/services.ts'

import { createEventWriter, type EventWriter } from './event-writer.ts'
import { createRollUpJob, type RollUpJob } from './roll-up-job.ts'
import { trackingBackend, type TrackingBackend } from './tracking-backend.ts'
import { createVisitorNames, type VisitorNames } from './visitor-names.ts'

/** What the routes of one server share. */
export interface TrackingService {
  readonly backend: TrackingBackend
  readonly writer: EventWriter
  readonly visitors: VisitorNames
  readonly job: RollUpJob
}

/** The same one for the same services, however often it is asked for. */
export function trackingService(services: Services): TrackingService {
  const known = opened.get(services)
  if (known !== undefined) return known
  const backend = trackingBackend(services)
  const job = createRollUpJob(services, backend)
  const service: TrackingService = {
    backend,
    job,
    writer: createEventWriter({ record: backend.record, onWritten: () => job.wake(), log: services.log }),
    visitors: createVisitorNames({ readSecret: backend.daySecret, now: services.now }),
  }
  opened.set(services, service)
  return service
}

const opened = new WeakMap<Services, TrackingService>()
