import { createMiddleware } from 'hono/factory'

import { createClientAddress } from '#backend/http/client-address.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { ServerBase } from '#server/services.ts'

import type { TrackingService } from './tracking-service.ts'

/**
 * Remembers for the day in which browsers people are signed in, so that an author who looks at their own demo is not taken
 * for a visitor. Stands behind the gateway; no request waits for it.
 */
export function noteOwnBrowsers(services: ServerBase, { visitors, backend }: TrackingService) {
  const addressOf = createClientAddress(services.config.trustedProxies)
  /** People with their browsers and addresses; forgotten with the day that they are noted for. */
  const noted = new Set<string>()
  let notedUntilMs = 0

  function isNoted(key: string): boolean {
    const now = services.now()
    if (now >= notedUntilMs || noted.size > notedMax) {
      noted.clear()
      notedUntilMs = (Math.floor(now / dayMs) + 1) * dayMs
    }
    const isKnown = noted.has(key)
    if (!isKnown && key.length <= longestKey) noted.add(key)
    return isKnown
  }

  async function note(address: string, userAgent: string, userId: string): Promise<void> {
    const { day, visitor } = await visitors.nameOf(address, userAgent)
    await backend.noteOwnBrowsers([{ day, visitor, user_id: userId }])
  }

  return createMiddleware<AppEnv>((context, next) => {
    const { claims, role, headers } = context.get('caller')
    const userId = claims?.['sub']
    if (role === 'authenticated' && typeof userId === 'string') {
      const address = addressOf(context) ?? ''
      const userAgent = headers['user-agent'] ?? ''
      const key = `${userId} ${address} ${userAgent}`
      if (!isNoted(key)) {
        note(address, userAgent, userId).catch((error: unknown) => {
          noted.delete(key)
          services.log.warn(
            { err: error },
            'A browser of a member could not be noted; its visits count as a stranger’s',
          )
        })
      }
    }
    return next()
  })
}

const dayMs = 86_400_000
const notedMax = 10_000
const longestKey = 600
