import type { BackendConfig } from '#backend/settings/backend-config.ts'

/**
 * The origin a browser used to reach this server: PUBLIC_URL, or else the request's Host. Only for answers to that
 * browser: clients choose their Host, so mails use `publicUrl`.
 */
export function ownOrigin(
  config: Pick<BackendConfig, 'publicUrl' | 'isPublicUrlSet'>,
  host: string | undefined,
): string {
  if (config.isPublicUrlSet || host === undefined || !hostShape.test(host)) return config.publicUrl
  const origin = `http://${host.toLowerCase()}`
  return URL.canParse(origin) ? new URL(origin).origin : config.publicUrl
}

/** A host with optional port, without characters that could end a header or policy. */
const hostShape = /^(?=.{1,255}$)(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i
