import type { AgentSession } from '#server/agent/agent-session.ts'
import type { Services } from '#server/services.ts'

import type { LiveTalks } from './live-talks.ts'

export interface OrderWatch {
  /** Starts with the first call. */
  readonly start: () => void
  readonly stop: () => void
}

interface OrderWatchOptions {
  readonly services: Services
  readonly live: LiveTalks
  readonly goneMs: number
  readonly sessions: ReadonlyMap<string, AgentSession>
}

/**
 * Delivers members' actions to this server's conversations, renews those conversations in the database, and drops those
 * that another server owns now. Our own database notifies at once; on Supabase the server polls twice a second.
 */
export function watchOrders({ services, live, goneMs, sessions }: OrderWatchOptions): OrderWatch {
  const { config, database, log } = services
  const isAlone = config.embedded !== null && database.kind === 'pglite'
  const timers: ReturnType<typeof setInterval>[] = []
  let startedAt = 0
  let unlisten: (() => void) | null = null
  let state: 'waiting' | 'running' | 'stopped' = 'waiting'
  let isAsking = false
  let isDue = false

  async function ask(): Promise<void> {
    isDue = true
    if (isAsking || state !== 'running') return
    isAsking = true
    try {
      while (isDue && sessions.size > 0) {
        isDue = false
        for (const order of await live.findOrders(goneMs)) sessions.get(order.conversationId)?.order(order)
      }
    } catch (error) {
      log.warn({ err: error }, 'Could not poll for members’ actions')
    } finally {
      isAsking = false
    }
  }

  async function renew(): Promise<void> {
    // An idle server has nothing to report once conversations of an earlier process have expired.
    if (isAlone && sessions.size === 0 && services.now() - startedAt > sweepMs) return
    try {
      const mine = [...sessions.values()].filter((session) => !session.hasEnded && !session.isTrial)
      await Promise.all(mine.map((session) => session.settled()))
      const kept = mine.filter((session) => !session.hasEnded)
      for (const id of await live.renew(kept.map(({ id }) => id))) sessions.get(id)?.stepDown()
    } catch (error) {
      log.warn({ err: error }, 'Could not renew conversations')
    }
  }

  function hear(payload: string | null): void {
    const [word, id = '', owner] = (payload ?? '').split(' ')
    if (word === 'moved' && owner !== live.owner) sessions.get(id)?.stepDown()
    if (word !== 'moved') void ask()
  }

  return {
    start() {
      if (state !== 'waiting') return
      state = 'running'
      startedAt = services.now()
      timers.push(setInterval(() => void ask(), config.embedded === null ? 500 : 2_000).unref())
      timers.push(setInterval(() => void renew(), renewMs).unref())
      void renew()
      if (config.embedded === null) return
      database.listen('live_talks', hear).then(
        (stop) => {
          if (state === 'stopped') stop()
          else unlisten = stop
        },
        (error: unknown) => log.warn({ err: error }, 'Could not listen for members’ actions'),
      )
    },
    stop() {
      state = 'stopped'
      for (const timer of timers) clearInterval(timer)
      unlisten?.()
    },
  }
}

const renewMs = 20_000
/** By then, the conversations of a killed process have ended. */
const sweepMs = 5 * 60_000
