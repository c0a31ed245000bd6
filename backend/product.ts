import type { Hono } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'

/** What the product that runs on this backend adds to it. The backend itself knows no table of the product. */
export interface Product {
  readonly keys: ProductKeys
  /** A table that anonymous callers may look up by an exact e-mail address; limited by network. Null: none. */
  readonly lookupTable: string | null
  /** Adds middleware and routes before the backend's own; the caller is known by then. */
  readonly mount: (app: Hono<AppEnv>) => void
}

/** API keys that are no JWTs. */
export interface ProductKeys {
  readonly isKey: (token: string) => boolean
  /** The claims of whoever holds the key. */
  readonly find: (secret: string, address: string | null) => Promise<KeyAnswer>
}

/** Claims, or why there are none; `unknown` also for revoked and expired keys. */
export type KeyAnswer = Readonly<Record<string, unknown>> | 'unknown' | 'too-many'
