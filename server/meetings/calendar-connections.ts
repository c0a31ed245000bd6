import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'

import { createOutboundFetch, type OutboundFetch } from '#backend/http/outbound-fetch.ts'
import { createSeal } from '#backend/mail/sealed-text.ts'
import type { Services } from '#server/services.ts'

import type { BusyTime } from './find-slots.ts'

/** A Cal.com account: the origin of its API, and the key. */
export interface CalComAccount {
  readonly url: string
  readonly key: string
}

/** The stored state of an agent's busy calendar. */
export interface BusyConnection {
  readonly id: string
  readonly workspaceId: string
  readonly address: string | null
  /** The last copy and its time. */
  readonly busy: readonly BusyTime[] | null
  readonly busyAt: number | null
  readonly checkedAt: number | null
  readonly problem: string | null
}

/** Addresses and keys of outside calendars, sealed in the database. */
export interface CalendarConnections {
  readonly readBusy: (agentId: string) => Promise<BusyConnection | null>
  readonly readCalCom: (workspaceId: string) => Promise<CalComAccount | null>
  readonly saveBusy: (workspaceId: string, agentId: string, address: string, busy: readonly BusyTime[]) => Promise<void>
  readonly saveCalCom: (workspaceId: string, account: CalComAccount) => Promise<void>
  /** Stores the result of a fetch: a new copy, or a sentence about the failure. */
  readonly keepTry: (
    id: string,
    outcome: { readonly busy: readonly BusyTime[] } | { readonly problem: string },
  ) => Promise<void>
}

export function openCalendarConnections(services: Services, client: SupabaseClient): CalendarConnections {
  const { config, now } = services
  const seal = createSeal(config.serviceRoleKey, 'understudy calendar connection')
  const timestamp = () => new Date(now()).toISOString()
  const copyOf = (busy: readonly BusyTime[]) => ({
    busy: busy.map(({ startsAt, endsAt }) => [startsAt, endsAt]),
    busy_at: timestamp(),
  })
  const wellSince = () => ({ checked_at: timestamp(), problem: null, told_at: null })
  const save = async (
    connection: Readonly<Record<string, unknown>>,
    secret: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const { data } = await client
      .from('calendar_connections')
      .upsert({ ...connection, ...wellSince() }, { onConflict: 'workspace_id,kind,agent_id' })
      .select('id')
      .single<{ readonly id: string }>()
      .throwOnError()
    await client
      .from('calendar_secrets')
      .upsert({ connection_id: data.id, ...secret })
      .throwOnError()
  }

  return {
    readBusy: async (agentId) => {
      const { data } = await client
        .from('calendar_connections')
        .select('id,workspace_id,checked_at,problem,secret:calendar_secrets(sealed,busy,busy_at)')
        .match({ agent_id: agentId, kind: 'busy' })
        .maybeSingle()
        .throwOnError()
      const row = busyShape.safeParse(data)
      if (!row.success) return null
      const { id, workspace_id, checked_at, problem, secret } = row.data
      return {
        id,
        workspaceId: workspace_id,
        address: seal.open(secret.sealed),
        busy: secret.busy === null ? null : secret.busy.map(([startsAt, endsAt]) => ({ startsAt, endsAt })),
        busyAt: secret.busy_at === null ? null : Date.parse(secret.busy_at),
        checkedAt: checked_at === null ? null : Date.parse(checked_at),
        problem,
      }
    },
    readCalCom: async (workspaceId) => {
      const { data } = await client
        .from('calendar_connections')
        .select('secret:calendar_secrets(sealed)')
        .match({ workspace_id: workspaceId, kind: 'cal_com' })
        .maybeSingle()
        .throwOnError()
      const row = sealedShape.safeParse(data)
      const text = row.success ? seal.open(row.data.secret.sealed) : null
      return text === null ? null : accountShape.parse(JSON.parse(text))
    },
    saveBusy: (workspaceId, agentId, address, busy) =>
      save(
        { workspace_id: workspaceId, agent_id: agentId, kind: 'busy', hint: new URL(address).host.slice(0, 300) },
        { sealed: seal.seal(address), ...copyOf(busy) },
      ),
    saveCalCom: (workspaceId, account) =>
      save(
        { workspace_id: workspaceId, agent_id: null, kind: 'cal_com', hint: `…${account.key.slice(-4)}` },
        { sealed: seal.seal(JSON.stringify(account)) },
      ),
    keepTry: async (id, outcome) => {
      if ('busy' in outcome) {
        await client.from('calendar_secrets').update(copyOf(outcome.busy)).eq('connection_id', id).throwOnError()
      }
      const change =
        'busy' in outcome ? wellSince() : { checked_at: timestamp(), problem: outcome.problem.slice(0, 500) }
      await client.from('calendar_connections').update(change).eq('id', id).throwOnError()
    },
  }
}

/** Fetches addresses from authors: https on the public internet only, unless the operator allows more. */
export function calendarFetch(
  { config }: Services,
  limits: { readonly timeoutMs: number; readonly bytesMax: number },
): OutboundFetch {
  const mayCallPrivateAddresses = config.embedded?.identity.mayCallPrivateAddresses === true
  return createOutboundFetch({ mayCallPrivateAddresses, ...limits })
}

const accountShape = z.object({ url: z.string(), key: z.string() })
const sealedShape = z.object({ secret: z.object({ sealed: z.string() }) })
const busyShape = z.object({
  id: z.string(),
  workspace_id: z.string(),
  checked_at: z.string().nullable(),
  problem: z.string().nullable(),
  secret: z.object({
    sealed: z.string(),
    busy: z.array(z.tuple([z.number(), z.number()])).nullable(),
    busy_at: z.string().nullable(),
  }),
})
