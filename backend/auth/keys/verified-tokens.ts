import { hash } from 'node:crypto'

import type { JWTPayload } from 'jose'

import type { SigningKeys } from './signing-keys.ts'

/**
 * Caches verified signatures. Expiry is still checked on every call, and the database checks in every transaction that
 * the session is alive.
 */
export class VerifiedTokens {
  readonly #keys: SigningKeys
  /** By the token's hash, to keep tokens out of memory; least recently used first. */
  readonly #known = new Map<string, JWTPayload>()
  /** Tokens of the last second by their text, which saves hashing busy ones. */
  readonly #recent = new Map<string, JWTPayload>()
  #clearing: NodeJS.Timeout | null = null

  constructor(keys: SigningKeys) {
    this.#keys = keys
  }

  /** Returns the claims; rejects with jose's error, as `SigningKeys.verify` does. */
  async verify(token: string, nowMs: number): Promise<JWTPayload> {
    const lately = this.#recent.get(token)
    if (lately !== undefined && isInTime(lately, nowMs)) return lately
    const key = hash('sha256', token, 'base64url')
    const known = this.#known.get(key)
    if (known !== undefined && isInTime(known, nowMs)) {
      this.#known.delete(key)
      this.#known.set(key, known)
      this.#addRecent(token, known)
      return known
    }
    this.#known.delete(key)
    const claims = await this.#keys.verify(token, {
      currentDate: new Date(nowMs),
      clockTolerance: clockToleranceSeconds,
    })
    // User metadata makes some tokens large.
    if (token.length > maxTokenLength) return claims
    this.#known.set(key, claims)
    const [oldest] = this.#known.keys()
    if (this.#known.size > maxTokens && oldest !== undefined) this.#known.delete(oldest)
    return claims
  }

  #addRecent(token: string, claims: JWTPayload): void {
    if (this.#recent.size >= maxRecent) return
    this.#recent.set(token, claims)
    if (this.#clearing !== null) return
    this.#clearing = setTimeout(() => {
      this.#recent.clear()
      this.#clearing = null
    }, 1000)
    this.#clearing.unref()
  }
}

/** PostgREST's clock tolerance. */
const clockToleranceSeconds = 30
/** A few kilobytes each. */
const maxTokens = 5000
const maxRecent = 1000
const maxTokenLength = 4096

/** Mirrors jose's checks; when in doubt, jose verifies again. */
function isInTime({ exp, nbf, iat }: JWTPayload, nowMs: number): boolean {
  const now = Math.floor(nowMs / 1000)
  return (
    exp !== undefined &&
    exp > now - clockToleranceSeconds &&
    (nbf === undefined || nbf <= now + clockToleranceSeconds) &&
    (iat === undefined || iat <= now + clockToleranceSeconds)
  )
}
