import type { Services } from '#backend/services.ts'

/** The issuer of tokens, and the base of this service's addresses. */
export function issuerOf(services: Services): string {
  return `${services.config.publicUrl}/auth/v1`
}
