import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import { demoIdHeader, sharePassHeader } from '#protocol/client-config.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { networkOf } from '#backend/http/network-of.ts'
import { visitorNetworkHeader } from '#backend/http/visitor-network.ts'
import { uuid as demoId } from '#domain/uuid.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

/** A visitor's access: the name in the address, and the pass for its password. */
export interface ShareAccess {
  /** A demo's id or a link's token. */
  readonly link: string
  readonly pass: string | null
  /** The visitor's network, which the database time is charged to; null for reads that visitors share. */
  readonly network: string | null
}

/** Null when the name can't be valid, so no lookup is needed. */
export function shareAccessOf(context: Context<AppEnv>, link: string, address: string | null): ShareAccess | null {
  const network = address === null ? null : networkOf(address)
  if (isShareToken(link)) return { link, pass: getCookie(context, cookieName(link)) ?? null, network }
  return demoId.test(link) ? { link, pass: null, network } : null
}

export function isShareToken(link: string): boolean {
  return /^[\w-]{32}$/.test(link)
}

/** Headers the policies read it from. */
export function accessHeaders({ link, pass, network }: ShareAccess): Record<string, string> {
  return {
    [demoIdHeader]: link,
    ...(pass !== null && { [sharePassHeader]: pass }),
    ...(network !== null && { [visitorNetworkHeader]: network }),
  }
}

/** The demo that this access opens; null if it is turned off or unknown. */
export async function findOpenedDemoId(services: Services, access: ShareAccess): Promise<string | null> {
  const client = backendClient(services, { role: 'anon', headers: accessHeaders(access) })
  const { data, error } = await client.rpc('shared_demo_id')
  if (error !== null) throw new Error(`shared_demo_id: ${error.message}`, { cause: error })
  return typeof data === 'string' ? data : null
}

/** Keeps a browser unlocked for some hours. In other sites' frames, only a partitioned cookie over TLS is stored. */
export function setPassCookie(context: Context<AppEnv>, services: Services, link: string, pass: string): void {
  const isTls = services.config.publicUrl.startsWith('https:')
  setCookie(context, cookieName(link), pass, {
    path: '/',
    maxAge: passSeconds,
    httpOnly: true,
    ...(isTls ? { secure: true, sameSite: 'None', partitioned: true } : { sameSite: 'Lax' }),
  })
}

export const passSeconds = 12 * 60 * 60

function cookieName(link: string): string {
  return `understudy-pass-${link}`
}
