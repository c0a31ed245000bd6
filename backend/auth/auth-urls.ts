import type { Services } from '#backend/services.ts'

/** Default redirect target, without a trailing slash. */
export function siteUrlOf({ config }: Services): string {
  return config.auth.siteUrl ?? config.publicUrl
}

/** The issuer of tokens and base URL of the auth service. */
export function issuerOf({ config }: Services): string {
  return `${config.publicUrl}/auth/v1`
}
