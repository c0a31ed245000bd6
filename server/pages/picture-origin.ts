import type { Config } from '#server/settings/config.ts'

/** Our own backend shares the page's origin, whatever the hostname. */
export function pictureOrigin(config: Config): string {
  return config.embedded === null ? config.backendUrl : ''
}
