import { networkOf, wideNetworkOf } from './network-of.ts'
import { createRateLimit } from './rate-limit.ts'

/** Counts what strangers do by the network they send from, in this process's memory. */
export interface NetworkLimit {
  /** Takes one token, or `count` of them, of what the network has for `about`; false when there are not as many. */
  readonly take: (address: string, about?: string, count?: number) => boolean
}

export interface NetworkLimitOptions {
  /** What one network may do at once. */
  readonly burst: number
  /** Time in which an empty budget fills up again. */
  readonly refillMs: number
  readonly now: () => number
  /** How many times as much the /48 around an IPv6 network may do. */
  readonly wideFactor?: number
}

/** The one limiter for strangers: by IPv4 address, or by IPv6 /64 and the /48 around it, which has 65,536 of them. */
export function createNetworkLimit(options: NetworkLimitOptions): NetworkLimit {
  const { burst, refillMs, now, wideFactor = wideFactorUsual } = options
  const networks = createRateLimit({ burst, refillMs, now })
  const wide = createRateLimit({ burst: burst * wideFactor, refillMs, now })
  return {
    take: (address, about = '', count = 1) => {
      const network = networkOf(address)
      const around = wideNetworkOf(network)
      // Looked at first, so that rotating in an exhausted /48 fills no memory and pushes nobody else's count out.
      if (around !== null && !wide.has(`${around} ${about}`, count)) return false
      if (!networks.take(`${network} ${about}`, count)) return false
      return around === null || wide.take(`${around} ${about}`, count)
    },
  }
}

export const wideFactorUsual = 16
