import type { Services } from '#server/services.ts'

import type { IdentityConfig } from './identity-config.ts'

/** The settings of this group; the auth service only runs where they are. */
export function identityOf(services: Services): IdentityConfig {
  const { embedded } = services.config
  if (embedded === null) throw new Error('Supabase signs people in; this server does not')
  return embedded.identity
}

/** How this service names itself in what it signs, and the start of every address of it. */
export function issuerOf(services: Services): string {
  return `${services.config.publicUrl}/auth/v1`
}
