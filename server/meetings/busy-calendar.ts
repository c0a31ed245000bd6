import { join } from 'node:path'

import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'

import { OutboundError } from '#backend/http/outbound-fetch.ts'
import { renderMail } from '#backend/mail/mail-template.ts'
import { sanitizeMailText } from '#backend/mail/sanitize-mail-text.ts'
import type { Services } from '#server/services.ts'

import { calendarFetch, openCalendarConnections, type BusyConnection } from './calendar-connections.ts'
import type { BusyTime } from './find-slots.ts'
import { readCalendarFile } from './read-calendar-file.ts'

/** Fetches in progress, by connection: all conversations share one. */
const running = new Map<string, Promise<readonly BusyTime[] | null>>()

/** A sentence for the author about why a calendar can't be read. */
export class CalendarProblem extends Error {
  override readonly name = 'CalendarProblem'
}

/** Fetches agents' busy times from the ICS addresses that authors gave. */
export interface BusyCalendar {
  /**
   * A copy at most `ageMsMax` old if the address answers, else the last one of the day, else nothing. Never rejects.
   */
  readonly busyTimes: (agentId: string, timeZone: string, ageMsMax: number) => Promise<readonly BusyTime[]>
  /** Throws a `CalendarProblem`. */
  readonly fetchTimes: (workspaceId: string, address: string, timeZone: string) => Promise<readonly BusyTime[]>
}

export function openBusyCalendar(services: Services, client: SupabaseClient): BusyCalendar {
  const { now, log } = services
  const connections = openCalendarConnections(services, client)
  const fetchFile = calendarFetch(services, { timeoutMs: fetchMs, bytesMax: fileBytesMax })

  async function fetchTimes(workspaceId: string, address: string, timeZone: string): Promise<readonly BusyTime[]> {
    const url = toFetchable(address)
    const response = await fetchFile(url, { redirect: 'follow' }).catch((error: unknown) => {
      throw new CalendarProblem(error instanceof OutboundError ? `${error.message}.` : 'The address did not answer.')
    })
    if (!response.ok) throw new CalendarProblem(`The address answered with status ${response.status}.`)
    const range = { from: now() - dayMs, to: now() + daysAheadMax * dayMs, timeZone }
    try {
      return await readCalendarFile(workspaceId, { text: await response.text(), range })
    } catch (error) {
      log.info({ err: error }, 'A calendar file could not be read')
      throw new CalendarProblem('This address doesn’t return a readable calendar file (ICS).')
    }
  }

  /** Fetches once for all simultaneous callers; null if it failed. */
  function refresh(connection: BusyConnection, timeZone: string): Promise<readonly BusyTime[] | null> {
    const pending = running.get(connection.id)
    if (pending !== undefined) return pending
    const work = fetchAndKeep(connection, timeZone).finally(() => running.delete(connection.id))
    running.set(connection.id, work)
    return work
  }

  async function fetchAndKeep(connection: BusyConnection, timeZone: string): Promise<readonly BusyTime[] | null> {
    try {
      if (connection.address === null) throw new CalendarProblem('The address has to be entered again.')
      const busy = await fetchTimes(connection.workspaceId, connection.address, timeZone)
      await connections.keepTry(connection.id, { busy })
      return busy
    } catch (error) {
      const problem = error instanceof CalendarProblem ? error.message : 'The address did not answer.'
      log.warn({ err: error, connection: connection.id }, 'Busy times could not be read')
      await connections.keepTry(connection.id, { problem })
      return null
    }
  }

  return {
    fetchTimes,
    busyTimes: async (agentId, timeZone, ageMsMax) => {
      try {
        const connection = await connections.readBusy(agentId)
        if (connection === null) return []
        const { busy, busyAt, checkedAt, problem } = connection
        const age = now() - (busyAt ?? Number.NEGATIVE_INFINITY)
        if (busy !== null && age <= ageMsMax) return busy
        const hasJustFailed = problem !== null && checkedAt !== null && now() - checkedAt < retryMs
        const fresh = hasJustFailed ? null : await refresh(connection, timeZone)
        if (fresh !== null) return fresh
        if (busy !== null && age <= copyMsMax) return busy
        void tellTeam(services, client, connection.id)
        return []
      } catch (error) {
        log.warn({ err: error }, 'Busy times could not be looked up')
        return []
      }
    },
  }
}

const dayMs = 86_400_000
const daysAheadMax = 61
/** An offer waits at most four seconds for times. */
const fetchMs = 2_500
const fileBytesMax = 2 * 1024 * 1024
/** After a failure, the address isn't tried again for a minute. */
const retryMs = 60_000
const copyMsMax = dayMs

/** Calendar programs export webcal addresses, which are https. */
export function toFetchable(address: string): string {
  return address.trim().replace(/^webcals?:\/\//i, 'https://')
}

/** At most once a day per calendar. */
async function tellTeam(services: Services, client: SupabaseClient, connectionId: string): Promise<void> {
  const { config, delivery, log, now } = services
  try {
    const { data } = await client.rpc('claim_calendar_problem', { p_connection_id: connectionId }).throwOnError()
    const claimed = claimShape.parse(data)
    if (claimed === null) return
    const link = `${config.publicUrl}/dashboard/agents/${claimed.agent_id}/meetings`
    for (const to of claimed.recipients) {
      const text = await renderMail(
        'calendar_problem',
        {
          ConfirmationURL: link,
          Token: '',
          TokenHash: '',
          SiteURL: config.publicUrl,
          RedirectTo: '',
          Email: to,
          NewEmail: '',
          SendingTo: to,
          Data: { Agent: sanitizeMailText(claimed.agent) || 'your agent', Problem: claimed.problem },
        },
        { operatorFolder: join(config.dataDir, 'templates') },
      )
      await delivery.mail.post(
        { to, ...text, note: { kind: 'calendar_problem', link, code: null } },
        { userId: null, expiresAtMs: now() + dayMs, limit: null },
      )
    }
  } catch (error) {
    log.warn({ err: error }, 'Could not mail the team about a calendar')
  }
}

const claimShape = z
  .object({ agent_id: z.string(), agent: z.string(), problem: z.string(), recipients: z.array(z.string()) })
  .nullable()
