import type { Services } from '#backend/services.ts'
import { sentTooSoon } from '#backend/auth/auth-errors.ts'
import { createSharedLimit } from '#backend/auth/shared-limit.ts'

/** Rate-limits addresses without an account like those with one. */
export interface UnknownAddresses {
  /** Refuses an address recorded less than the interval ago. */
  readonly check: (address: string) => Promise<void>
  readonly record: (address: string) => Promise<void>
}

export function createUnknownAddresses(
  services: Services,
  kind: string,
  { by, intervalSeconds }: { readonly by: 'email' | 'sms'; readonly intervalSeconds: number },
): UnknownAddresses {
  const limit = createSharedLimit(services, { name: `unknown ${kind}`, burst: 1, refillSeconds: intervalSeconds })
  return {
    check: async (address) => {
      if (intervalSeconds === 0) return
      const seconds = await limit.wait(address)
      if (seconds > 0) throw sentTooSoon(Math.ceil(seconds), by)
    },
    record: async (address) => {
      if (intervalSeconds > 0) await limit.take(address)
    },
  }
}
