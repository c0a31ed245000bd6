import type { BackendConfig } from '#backend/settings/backend-config.ts'

/**
 * The origin under which a browser reached this server: PUBLIC_URL where it is set, otherwise what the request's Host
 * says. For answers to that same browser only: whoever sends a request chooses its Host, so mails use `publicUrl`.
 */
export function ownOrigin(
  config: Pick<BackendConfig, 'publicUrl' | 'isPublicUrlSet'>,
  host: string | undefined,
): string {
  if (config.isPublicUrlSet || host === undefined || !hostShape.test(host)) return config.publicUrl
  const origin = `http://${host.toLowerCase()}`
  return URL.canParse(origin) ? new URL(origin).origin : config.publicUrl
}

/** A name or address with or without a port, and nothing that could end a header or a policy. */
const hostShape = /^(?=.{1,255}$)(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i
