import { createMiddleware } from 'hono/factory'

import { createClientAddress } from '#server/client-address.ts'
import type { AppEnv, Services } from '#server/services.ts'

import { trackingService } from './tracking-service.ts'

/**
 * Remembers for the day in which browsers people are signed in, so that an author who looks at their own demo is not taken
 * for a visitor. Stands behind the gateway; no request waits for it.
 */
export function noteOwnBrowsers(services: Services) {
  const addressOf = createClientAddress(services.config.trustedProxies)
  const { visitors, backend } = trackingService(services)
  let noted = new Set<string>()
  let notedDay = ''

  async function note(address: string, userAgent: string, userId: string): Promise<void> {
    const { day, visitor } = await visitors.nameOf(address, userAgent)
    if (day !== notedDay || noted.size > notedMax) {
      noted = new Set()
      notedDay = day
    }
    const key = `${visitor} ${userId}`
    if (noted.has(key)) return
    noted.add(key)
    await backend.noteOwnBrowsers([{ day, visitor, user_id: userId }])
  }

  return createMiddleware<AppEnv>(async (context, next) => {
    const { claims, role } = context.get('caller')
    const userId = claims?.['sub']
    if (role === 'authenticated' && typeof userId === 'string') {
      const address = addressOf(context) ?? ''
      note(address, context.req.header('user-agent') ?? '', userId).catch((error: unknown) =>
        services.log.warn({ err: error }, 'A browser of a member could not be noted; its visits count as a stranger’s'),
      )
    }
    await next()
  })
}

const notedMax = 50_000
