import { createNetworkLimit } from './network-limit.ts'
import { createRateLimit } from './rate-limit.ts'

/** Bounds how many bytes a sender may store in a day. */
export interface VolumeLimit {
  /** Milliseconds until the sender may send `bytes`, 0 for now. */
  readonly wait: (sender: Sender, bytes: number) => number
  /**
   * Counts received bytes and returns 0; or returns how many milliseconds the sender must wait, without counting them.
   */
  readonly take: (sender: Sender, bytes: number) => number
}

export interface Sender {
  readonly address: string
  /** Null for anonymous callers, who share a separate limit, so that they can't use up the accounts'. */
  readonly account: string | null
}

/**
 * An account, or all anonymous callers of a network, may send `accountBytes` a day; the accounts of a network together
 * `networkBytes`, because anyone can create accounts. A /48 counts as one network.
 */
export function createVolumeLimit(options: {
  readonly accountBytes: number
  readonly networkBytes: number
  readonly now: () => number
}): VolumeLimit {
  const { accountBytes, networkBytes, now } = options
  const perDay = (burst: number) => ({ burst, refillMs: 86_400_000, now, wideFactor: 1 })
  const accounts = createRateLimit(perDay(accountBytes))
  const networks = createNetworkLimit(perDay(networkBytes))
  const strangers = createNetworkLimit(perDay(accountBytes))

  const wait: VolumeLimit['wait'] = ({ address, account }, bytes) =>
    account === null
      ? strangers.wait(address, '', bytes)
      : Math.max(accounts.wait(account, bytes), networks.wait(address, '', bytes))

  return {
    wait,
    take: (sender, bytes) => {
      const waitMs = wait(sender, bytes)
      if (waitMs > 0) return waitMs
      const { address, account } = sender
      if (account === null) {
        strangers.take(address, '', bytes)
      } else {
        accounts.take(account, bytes)
        networks.take(address, '', bytes)
      }
      return 0
    },
  }
}

/** For Retry-After, and the same in words. */
export function retryTime(waitMs: number): { readonly seconds: number; readonly words: string } {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  const minutes = Math.ceil(seconds / 60)
  return { seconds, words: minutes === 1 ? 'in a minute' : `in ${minutes} minutes` }
}
