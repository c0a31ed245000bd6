import { createMiddleware } from 'hono/factory'

import { createClientAddress } from '#backend/http/client-address.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import { tooManyRequests } from './auth-errors.ts'

/** Rate-limits an endpoint by network; in-process calls are exempt. */
export function limitedTo(services: Services, perFiveMinutes: number) {
  const { config, now } = services
  const addressOf = createClientAddress(config.trustedProxies)
  const limit = createNetworkLimit({ burst, refillMs: (burst / perFiveMinutes) * fiveMinutesMs, now })
  return createMiddleware<AppEnv>(async (context, next) => {
    const address = config.hasAuthRateLimits ? addressOf(context) : null
    if (address !== null && !limit.take(address)) throw tooManyRequests()
    await next()
  })
}

const burst = 30
const fiveMinutesMs = 5 * 60_000
