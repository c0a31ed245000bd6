import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { ServerBase } from '#server/services.ts'

/** The procedures of supabase/migrations/*_tracking*.sql, on our own database and on Supabase alike. */
export interface TrackingBackend {
  readonly record: (events: readonly object[]) => Promise<void>
  /** Makes events durable as they are, for `drain` to store. */
  readonly keep: (events: readonly object[]) => Promise<void>
  /** Answers how many events were stored: at least `most`, unless no more were there. */
  readonly drain: (most: number) => Promise<number>
  /** Of the events that the database would not have, those that were set aside after the one of this number. */
  readonly refusedAfter: (last: number) => Promise<RefusedEvents>
  readonly daySecret: (day: string) => Promise<string>
  readonly noteOwnBrowsers: (browsers: readonly object[]) => Promise<void>
  /** Answers how many events were taken in. */
  readonly rollUp: (most: number) => Promise<number>
  /** Whether there are events that are not, because an older transaction still runs somewhere. */
  readonly hasBacklog: () => Promise<boolean>
  readonly makePartitions: () => Promise<void>
  readonly dropOld: (days: number) => Promise<void>
}

export interface RefusedEvents {
  readonly events: number
  /** The number of the last of them. */
  readonly last: number
  /** The five commonest reasons, each with how many events it was for; cut short. */
  readonly reasons: Readonly<Record<string, number>>
}

export function trackingBackend(services: ServerBase): TrackingBackend {
  const call = procedureCaller(services)
  const isAlone = services.config.embedded !== null && services.database.kind === 'pglite'
  return {
    record: async (events) => {
      await call('record_tracking_events', { p_events: events })
    },
    keep: async (events) => {
      await call('queue_tracking_events', { p_events: events, p_size: events.length })
    },
    drain: async (most) => Number(await call('drain_tracking_inbox', { p_limit: most, p_can_truncate: isAlone })),
    refusedAfter: async (last) => (await call('refused_tracking_events', { p_after: last })) as RefusedEvents,
    daySecret: async (day) => String(await call('tracking_day_secret', { p_day: day })),
    noteOwnBrowsers: async (browsers) => {
      await call('record_own_browsers', { p_browsers: browsers })
    },
    rollUp: async (most) => Number(await call('roll_up_tracking', { p_limit: most })),
    hasBacklog: async () => (await call('has_tracking_backlog', {})) === true,
    makePartitions: async () => {
      await call('create_tracking_partitions', {})
    },
    dropOld: async (days) => {
      await call('drop_old_tracking', { p_days: days })
    },
  }
}
