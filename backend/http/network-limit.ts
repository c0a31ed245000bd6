import { networkOf, wideNetworkOf } from './network-of.ts'
import { createRateLimit } from './rate-limit.ts'

/** Rate limit for anonymous callers by network, in this process's memory. */
export interface NetworkLimit {
  /** Takes `count` tokens from the network's budget for `about`; false when too few are left. */
  readonly take: (address: string, about?: string, count?: number) => boolean
  /** Whether `take` would succeed, without taking any. */
  readonly has: (address: string, about?: string, count?: number) => boolean
  /** Milliseconds until `take` would succeed, 0 for now. */
  readonly wait: (address: string, about?: string, count?: number) => number
}

export interface NetworkLimitOptions {
  readonly burst: number
  /** Time to refill from empty. */
  readonly refillMs: number
  readonly now: () => number
  /** How many times as much the /48 around an IPv6 network may use. */
  readonly wideFactor?: number
}

/** Limits by IPv4 address, or by IPv6 /64 and its /48, which has 65,536 of them. */
export function createNetworkLimit(options: NetworkLimitOptions): NetworkLimit {
  const { burst, refillMs, now, wideFactor = wideFactorUsual } = options
  const networks = createRateLimit({ burst, refillMs, now })
  const wide = createRateLimit({ burst: burst * wideFactor, refillMs, now })
  return {
    has: (address, about = '', count = 1) => {
      const network = networkOf(address)
      const around = wideNetworkOf(network)
      return networks.has(`${network} ${about}`, count) && (around === null || wide.has(`${around} ${about}`, count))
    },
    wait: (address, about = '', count = 1) => {
      const network = networkOf(address)
      const around = wideNetworkOf(network)
      const wideWait = around === null ? 0 : wide.wait(`${around} ${about}`, count)
      return Math.max(networks.wait(`${network} ${about}`, count), wideWait)
    },
    take: (address, about = '', count = 1) => {
      const network = networkOf(address)
      const around = wideNetworkOf(network)
      // Checked first, so that rotating within an exhausted /48 uses no memory and evicts no other counts.
      if (around !== null && !wide.has(`${around} ${about}`, count)) return false
      if (!networks.take(`${network} ${about}`, count)) return false
      return around === null || wide.take(`${around} ${about}`, count)
    },
  }
}

export const wideFactorUsual = 16
