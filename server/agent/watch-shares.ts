import type { Services } from '#server/services.ts'
import { findOpenShares, isStillOpen, type OpenedShare } from '#server/share/open-shares.ts'

import type { AgentSession } from './agent-session.ts'

export interface ShareWatch {
  readonly add: (session: AgentSession, share: OpenedShare) => void
  readonly remove: (session: AgentSession) => void
  readonly stop: () => void
}

/** Short enough that a change in another process ends a conversation within a second. */
const everyMs = 600

/**
 * Ends conversations about demos that are no longer shared, or whose link has another password: at once for a change
 * in this process, otherwise within a second.
 */
export function watchShares(services: Services): ShareWatch {
  const watched = new Map<AgentSession, OpenedShare>()
  let timer: NodeJS.Timeout | null = null
  let isAsking = false
  let isDue = false

  async function ask(): Promise<void> {
    isDue = true
    if (isAsking) return
    isAsking = true
    try {
      while (isDue && watched.size > 0) {
        isDue = false
        await endClosed()
      }
    } catch (error) {
      services.log.warn({ err: error }, 'Could not check whether demos are still shared')
    } finally {
      isAsking = false
    }
  }

  async function endClosed(): Promise<void> {
    const asked = [...watched]
    // Throws in a database outage, which doesn't end conversations.
    const open = await findOpenShares(services, [...new Set(asked.map(([, { link }]) => link))])
    for (const [session, share] of asked) if (!isStillOpen(open, share)) session.end('not-shared')
  }

  function stop(): void {
    if (timer !== null) clearInterval(timer)
    timer = null
    watched.clear()
  }

  services.sharing.listen(() => void ask())
  return {
    add(session, share) {
      watched.set(session, share)
      timer ??= setInterval(() => void ask(), everyMs).unref()
    },
    remove(session) {
      watched.delete(session)
      if (watched.size === 0) stop()
    },
    stop,
  }
}
