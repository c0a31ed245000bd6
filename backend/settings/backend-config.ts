import type { ApiKeys } from '#backend/auth/keys/api-keys.ts'
import type { IdentityConfig } from '#backend/auth/providers/identity-config.ts'

import type { BackendSettings } from './backend-settings.ts'

export interface BackendConfig extends Omit<BackendSettings, 'jwtSecret' | 'apiKeys' | 'identity'> {
  readonly dataDir: string
  /** Origin of auth/v1, rest/v1, storage/v1 and realtime/v1, without a trailing slash. */
  readonly publicUrl: string
  /** When false, `publicUrl` is a guess, and answers use the request's origin. */
  readonly isPublicUrlSet: boolean
  /** Addresses and ranges whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  readonly jwtSecret: string
  /** Short API keys for the anon and service_role keys. */
  readonly apiKeys: ApiKeys
  readonly identity: IdentityConfig
}
