import type { Services } from '#server/services.ts'

import type { AuthConfig } from './auth-config.ts'

/** The settings of sign-in. Only the embedded backend has them, and only it mounts what asks. */
export function authConfigOf(services: Services): AuthConfig {
  const { embedded } = services.config
  if (embedded === null) throw new Error('The auth service runs only in the embedded backend')
  return embedded.auth
}

/** Where people are sent who are to be sent nowhere else; without a slash at the end. */
export function siteUrlOf(services: Services): string {
  return authConfigOf(services).siteUrl ?? services.config.publicUrl
}
