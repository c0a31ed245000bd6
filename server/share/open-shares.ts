import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

/** What a visitor opened: the demo's id or a link's token, and the version of the password that was entered. */
export interface OpenedShare {
  readonly link: string
  /** Null if the link had no password. */
  readonly passwordVersion: number | null
}

/** The shares that open a demo now, with the versions of their passwords; null for those without one. */
export type OpenShares = ReadonlyMap<string, number | null>

/** Throws while the database is unavailable. */
export async function findOpenShares(services: Services, links: readonly string[]): Promise<OpenShares> {
  const client = backendClient(services, { role: 'service_role' })
  const { data, error } = await client.rpc('find_open_shares', { p_links: links })
  if (error !== null) throw error
  return new Map(Object.entries(data as Readonly<Record<string, number | null>>))
}

/** Whether the visitor may still see the demo: the share is open, and its password hasn't changed. */
export function isStillOpen(shares: OpenShares, { link, passwordVersion }: OpenedShare): boolean {
  const version = shares.get(link)
  return version === null || (version !== undefined && version === passwordVersion)
}
