import { hash } from 'node:crypto'

import type { JWTPayload } from 'jose'

import type { SigningKeys } from './signing-keys.ts'

/**
 * Checks tokens against the keys, and one that it has found genuine not again: a signature doesn't go bad. Until when a
 * token counts is looked at every time, and whether its session has ended is asked of the database in every transaction.
 */
export class VerifiedTokens {
  readonly #keys: SigningKeys
  /** By the hash of the token, so that no token lies about in memory; the longest unused first. */
  readonly #known = new Map<string, JWTPayload>()
  /** Of the last second, by the token itself: busy ones come again before they are hashed again. */
  readonly #lately = new Map<string, JWTPayload>()
  #forgetting: NodeJS.Timeout | null = null

  constructor(keys: SigningKeys) {
    this.#keys = keys
  }

  /** The claims. Rejects with an error of jose, as `SigningKeys.verify` does. */
  async verify(token: string, nowMs: number): Promise<JWTPayload> {
    const lately = this.#lately.get(token)
    if (lately !== undefined && isInTime(lately, nowMs)) return lately
    const key = hash('sha256', token, 'base64url')
    const known = this.#known.get(key)
    if (known !== undefined && isInTime(known, nowMs)) {
      this.#known.delete(key)
      this.#known.set(key, known)
      this.#noteLately(token, known)
      return known
    }
    this.#known.delete(key)
    const claims = await this.#keys.verify(token, {
      currentDate: new Date(nowMs),
      clockTolerance: clockToleranceSeconds,
    })
    // What a person has written about themselves stands in their token.
    if (token.length > longestToken) return claims
    this.#known.set(key, claims)
    const [oldest] = this.#known.keys()
    if (this.#known.size > mostTokens && oldest !== undefined) this.#known.delete(oldest)
    return claims
  }

  #noteLately(token: string, claims: JWTPayload): void {
    if (this.#lately.size >= mostLately) return
    this.#lately.set(token, claims)
    if (this.#forgetting !== null) return
    this.#forgetting = setTimeout(() => {
      this.#lately.clear()
      this.#forgetting = null
    }, 1000)
    this.#forgetting.unref()
  }
}

/** PostgREST's allowance for clocks that differ. */
const clockToleranceSeconds = 30
/** A few kilobytes each. */
const mostTokens = 5000
const mostLately = 1000
const longestToken = 4096

/** What jose looks at; when in doubt, it shall look itself. */
function isInTime({ exp, nbf, iat }: JWTPayload, nowMs: number): boolean {
  const now = Math.floor(nowMs / 1000)
  return (
    exp !== undefined &&
    exp > now - clockToleranceSeconds &&
    (nbf === undefined || nbf <= now + clockToleranceSeconds) &&
    (iat === undefined || iat <= now + clockToleranceSeconds)
  )
}
