import { createMiddleware } from 'hono/factory'

import { createClientAddress } from '#server/client-address.ts'
import { createNetworkLimit } from '#server/network-limit.ts'
import type { AppEnv, Services } from '#server/services.ts'

import { tooManyRequests } from './auth-errors.ts'

/** Refuses a network that calls an endpoint more often than `perFiveMinutes`; calls made in process are not counted. */
export function limitedTo(services: Services, perFiveMinutes: number) {
  const { config, now } = services
  const addressOf = createClientAddress(config.trustedProxies)
  const limit = createNetworkLimit({ burst, refillMs: (burst / perFiveMinutes) * fiveMinutesMs, now })
  return createMiddleware<AppEnv>(async (context, next) => {
    const address = config.embedded?.hasAuthRateLimits === true ? addressOf(context) : null
    if (address !== null && !limit.take(address)) throw tooManyRequests()
    await next()
  })
}

const burst = 30
const fiveMinutesMs = 5 * 60_000
