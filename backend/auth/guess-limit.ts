import { networkKeyOf } from '#backend/http/network-of.ts'
import type { Services } from '#backend/services.ts'

import { createSharedLimit } from './shared-limit.ts'

export interface GuessLimitOptions {
  readonly name: string
  /** Attempts of one network. */
  readonly ofNetwork: { readonly burst: number; readonly refillSeconds: number }
  /** Attempts of all networks together; short codes are only safe while these are limited, too. */
  readonly ofAll: { readonly burst: number; readonly refillSeconds: number }
}

/** Takes one attempt at guessing an account's code; false when none is left. */
export type TakeGuess = (attempt: {
  readonly account: string
  readonly address: string | null
  /** Whether the account's owner has signed in from this network. */
  readonly isKnown: () => Promise<boolean>
}) => Promise<boolean>

/**
 * A few networks must not use up the owner's attempts: half are reserved for the first attempt of each network in an
 * hour, and networks that the account is known from are limited on their own only.
 */
export function createGuessLimit(services: Services, { name, ofNetwork, ofAll }: GuessLimitOptions): TakeGuess {
  const attempts = createSharedLimit(services, { name, ...ofNetwork })
  const total = createSharedLimit(services, { name: `${name} of all`, ...ofAll })
  const first = createSharedLimit(services, { name: `${name} first`, burst: 1, refillSeconds: 3_600 })
  const repeats = createSharedLimit(services, {
    name: `${name} repeats`,
    burst: Math.floor(ofAll.burst / 2),
    refillSeconds: ofAll.refillSeconds,
  })
  return async ({ account, address, isKnown }) => {
    const guesser = `${account} ${networkKeyOf(address ?? '')}`
    if (!(await attempts.take(guesser))) return false
    const isLeft = ((await first.take(guesser)) || (await repeats.take(account))) && (await total.take(account))
    return isLeft || isKnown()
  }
}
