import { createMiddleware } from 'hono/factory'

import { createClientAddress } from '#backend/http/client-address.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { ServerBase } from '#server/services.ts'

import type { TrackingService } from './tracking-service.ts'

/**
 * Remembers for the day which browsers are signed in, so that authors viewing their own demo don't count as visitors.
 * Runs after the gateway; no request waits for it.
 */
export function recordMemberBrowsers(services: ServerBase, { visitors, backend }: TrackingService) {
  const addressOf = createClientAddress(services.config.trustedProxies)
  /** Users with their browsers and addresses; forgotten with the day. */
  const noted = new Set<string>()
  let rememberedUntilMs = 0

  function isRemembered(key: string): boolean {
    const now = services.now()
    if (now >= rememberedUntilMs || noted.size > rememberedMax) {
      noted.clear()
      rememberedUntilMs = (Math.floor(now / dayMs) + 1) * dayMs
    }
    const isKnown = noted.has(key)
    if (!isKnown && key.length <= keyLengthMax) noted.add(key)
    return isKnown
  }

  async function note(address: string, userAgent: string, userId: string): Promise<void> {
    const { day, visitor } = await visitors.nameOf(address, userAgent)
    await backend.recordMemberBrowsers([{ day, visitor, user_id: userId }])
  }

  return createMiddleware<AppEnv>((context, next) => {
    const { claims, role, headers } = context.get('caller')
    const userId = claims?.['sub']
    if (role === 'authenticated' && typeof userId === 'string') {
      const address = addressOf(context) ?? ''
      const userAgent = headers['user-agent'] ?? ''
      const key = `${userId} ${address} ${userAgent}`
      if (!isRemembered(key)) {
        note(address, userAgent, userId).catch((error: unknown) => {
          noted.delete(key)
          services.log.warn({ err: error }, "Could not record a member's browser; its visits count as a visitor's")
        })
      }
    }
    return next()
  })
}

const dayMs = 86_400_000
const rememberedMax = 10_000
const keyLengthMax = 600
