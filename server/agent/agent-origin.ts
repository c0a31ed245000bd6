import type { Config } from '#server/settings/config.ts'

/**
 * Whether a request comes from our own pages, under any of their hostnames. Other programs send no Origin; they get no
 * more than a visitor does.
 */
export function isOwnOrigin(config: Config, origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true
  if (origin === config.publicUrl) return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}
