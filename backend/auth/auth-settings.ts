import type { Services } from '#backend/services.ts'

/** Where people are redirected when a request names no allowed target; without a trailing slash. */
export function siteUrlOf({ config }: Services): string {
  return config.auth.siteUrl ?? config.publicUrl
}
