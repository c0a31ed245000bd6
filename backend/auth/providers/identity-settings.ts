import type { Services } from '#backend/services.ts'

/** The issuer of tokens and base URL of the auth service. */
export function issuerOf(services: Services): string {
  return `${services.config.publicUrl}/auth/v1`
}
