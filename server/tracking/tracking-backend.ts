import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { ServerBase } from '#server/services.ts'

/** The procedures of supabase/migrations/*_tracking*.sql, on our own database and on Supabase. */
export interface TrackingBackend {
  readonly record: (events: readonly object[]) => Promise<void>
  /** Makes raw events durable, for `drain` to store. */
  readonly keep: (events: readonly object[]) => Promise<void>
  /** Returns how many events were stored: at least `most`, unless fewer were left. */
  readonly drain: (most: number) => Promise<number>
  /** Events the database rejected after this id. */
  readonly refusedAfter: (last: number) => Promise<RefusedEvents>
  readonly daySecret: (day: string) => Promise<string>
  readonly recordMemberBrowsers: (browsers: readonly object[]) => Promise<void>
  /** Returns how many events were rolled up. */
  readonly rollUp: (most: number) => Promise<number>
  /** Whether some can't be rolled up yet because an older transaction is still running. */
  readonly hasBacklog: () => Promise<boolean>
  readonly makePartitions: () => Promise<void>
  readonly dropOld: (days: number) => Promise<void>
}

export interface RefusedEvents {
  readonly events: number
  /** The last one's id. */
  readonly last: number
  /** The five most common reasons with their counts, truncated. */
  readonly reasons: Readonly<Record<string, number>>
}

export function trackingBackend(services: ServerBase): TrackingBackend {
  const call = procedureCaller(services)
  const isSingleConnection = services.config.embedded !== null && services.database.kind === 'pglite'
  return {
    record: async (events) => {
      await call('record_tracking_events', { p_events: events })
    },
    keep: async (events) => {
      await call('queue_tracking_events', { p_events: events, p_size: events.length })
    },
    drain: async (most) =>
      Number(await call('drain_tracking_inbox', { p_limit: most, p_can_truncate: isSingleConnection })),
    refusedAfter: async (last) => (await call('refused_tracking_events', { p_after: last })) as RefusedEvents,
    daySecret: async (day) => String(await call('tracking_day_secret', { p_day: day })),
    recordMemberBrowsers: async (browsers) => {
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
