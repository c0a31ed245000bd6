import type { Services } from '#backend/services.ts'

/** Default redirect target, without a trailing slash. */
export function siteUrlOf({ config }: Services): string {
  return config.auth.siteUrl ?? config.publicUrl
}
