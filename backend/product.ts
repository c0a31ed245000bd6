import type { Hono } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'

/** What a product adds to the backend, which itself knows none of the product's tables. */
export interface Product {
  readonly keys: ProductKeys
  /** Table that anonymous callers may look up by exact email address, rate-limited by network; null for none. */
  readonly lookupTable: string | null
  /** Adds middleware and routes before the backend's own; the caller is already resolved. */
  readonly mount: (app: Hono<AppEnv>) => void
}

/** API keys that aren't JWTs. */
export interface ProductKeys {
  readonly isKey: (token: string) => boolean
  /** The claims of the key's holder. */
  readonly find: (secret: string, address: string | null) => Promise<KeyAnswer>
}

/** The key's holder, or why there is none; `unknown` includes revoked and expired keys. */
export type KeyAnswer = KeyHolder | 'unknown' | 'too-many'

export interface KeyHolder {
  readonly claims: Readonly<Record<string, unknown>>
  /** All writes are refused, with a message that says why. */
  readonly isReadOnly: boolean
}
