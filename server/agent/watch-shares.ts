import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

import type { AgentSession } from './agent-session.ts'

export interface ShareWatch {
  readonly add: (session: AgentSession, link: string) => void
  readonly remove: (session: AgentSession) => void
  readonly stop: () => void
}

/** Short enough that a change in another process ends a conversation within a second. */
const everyMs = 600

/**
 * Ends conversations about demos that are no longer shared: at once for a change in this process, otherwise within a
 * second.
 */
export function watchShares(services: Services): ShareWatch {
  const links = new Map<AgentSession, string>()
  let timer: NodeJS.Timeout | null = null
  let isAsking = false
  let isDue = false

  async function ask(): Promise<void> {
    isDue = true
    if (isAsking) return
    isAsking = true
    try {
      while (isDue && links.size > 0) {
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
    const asked = [...links]
    const { data, error } = await backendClient(services, { role: 'service_role' }).rpc('find_open_shares', {
      p_links: [...new Set(asked.map(([, link]) => link))],
    })
    // A database outage doesn't end conversations.
    if (error !== null) throw error
    const open = new Set(data as readonly string[])
    for (const [session, link] of asked) if (!open.has(link)) session.end('not-shared')
  }

  function stop(): void {
    if (timer !== null) clearInterval(timer)
    timer = null
    links.clear()
  }

  services.sharing.listen(() => void ask())
  return {
    add(session, link) {
      links.set(session, link)
      timer ??= setInterval(() => void ask(), everyMs).unref()
    },
    remove(session) {
      links.delete(session)
      if (links.size === 0) stop()
    },
    stop,
  }
}
