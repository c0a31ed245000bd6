import { limits } from '#domain/limits.ts'
import type { ShareLinkRow } from '#protocol/rows.ts'

import { BackendError, failureKind, unwrap } from '../../lib/backend-error.ts'
import { loadClient } from '../../lib/backend.ts'
import { newId } from '../../lib/new-id.ts'

/* A demo's links with names. Each call throws a BackendError with a sentence for people. */

export interface ShareLink {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly hasPassword: boolean
  readonly expiresAt: string | null
  readonly isRevoked: boolean
  /** Its last day was over when it was loaded. */
  readonly hasEnded: boolean
  readonly viewCount: number
}

export interface DemoSharing {
  /** Whether the demo's own address opens nothing, and only the links do. */
  readonly isByLinksOnly: boolean
  readonly links: readonly ShareLink[]
}

export async function loadSharing(demoId: string): Promise<DemoSharing> {
  const client = await loadClient()
  const [demo, links] = await Promise.all([
    client.from('demos').select('share_mode').eq('id', demoId).maybeSingle(),
    client.from('share_links').select('*').eq('demo_id', demoId).order('created_at').order('id'),
  ])
  const row: { readonly share_mode: string } | null = unwrap(demo, 'linksFailed')
  const rows: readonly ShareLinkRow[] | null = unwrap(links, 'linksFailed')
  return { isByLinksOnly: row?.share_mode === 'links', links: (rows ?? []).map(toShareLink) }
}

export async function saveSharedByLinksOnly(demoId: string, isByLinksOnly: boolean): Promise<void> {
  const client = await loadClient()
  const mode = { share_mode: isByLinksOnly ? 'links' : 'open' }
  const answer = await client.from('demos').update(mode).eq('id', demoId).select('id')
  requireRow(unwrap(answer, 'demoSaveFailed'), 'demoSaveFailed')
}

export interface LinkText {
  readonly name: string
  readonly expiresAt: string | null
  /** The new one; null takes it away, undefined leaves it as it is. */
  readonly password: string | null | undefined
}

export async function addLink(demoId: string, { name, expiresAt, password }: LinkText): Promise<void> {
  const client = await loadClient()
  // Known from here on, so that a link whose password could not be set is taken away again and never stands open.
  const id = newId()
  const link = { id, demo_id: demoId, name: name.trim(), expires_at: expiresAt }
  unwrap(await client.from('share_links').insert(link), 'linkSaveFailed')
  if (password === undefined || password === null) return
  try {
    await savePassword(id, password)
  } catch (error) {
    await client.from('share_links').delete().eq('id', id)
    throw error
  }
}

export async function saveLink(id: string, { name, expiresAt, password }: LinkText): Promise<void> {
  const client = await loadClient()
  if (password !== undefined) await savePassword(id, password)
  const link = { name: name.trim(), expires_at: expiresAt }
  const answer = await client.from('share_links').update(link).eq('id', id).select('id')
  requireRow(unwrap(answer, 'linkSaveFailed'), 'linkSaveFailed')
}

export async function revokeLink(id: string, isRevoked: boolean): Promise<void> {
  const client = await loadClient()
  const revoked = { revoked_at: isRevoked ? new Date().toISOString() : null }
  const answer = await client.from('share_links').update(revoked).eq('id', id).select('id')
  requireRow(unwrap(answer, 'linkSaveFailed'), 'linkSaveFailed')
}

export async function removeLink(id: string): Promise<void> {
  const client = await loadClient()
  unwrap(await client.from('share_links').delete().eq('id', id), 'linkSaveFailed')
}

/** What a password has to be before it is sent. */
export function isLinkPassword(password: string): boolean {
  return password.length >= limits.linkPasswordLengthMin && new TextEncoder().encode(password).length <= 72
}

/** By our own server: the browser never holds a hash, and the database never the password. */
async function savePassword(linkId: string, password: string | null): Promise<void> {
  const client = await loadClient()
  const { data } = await client.auth.getSession()
  const answer = await fetch(`/share/v1/links/${linkId}/password`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${data.session?.access_token ?? ''}` },
    body: JSON.stringify({ password }),
  }).catch(() => null)
  if (answer?.ok !== true) throw new BackendError('linkSaveFailed', failureKind({}, answer?.status ?? 0))
}

/** Row-level security answers with no row what a viewer of the workspace may not change. */
function requireRow(rows: readonly unknown[] | null, code: 'linkSaveFailed' | 'demoSaveFailed'): void {
  if (rows?.length === 0) throw new BackendError(code, 'refused')
}

function toShareLink(row: ShareLinkRow): ShareLink {
  return {
    id: row.id,
    name: row.name,
    token: row.token,
    hasPassword: row.has_password,
    expiresAt: row.expires_at,
    isRevoked: row.revoked_at !== null,
    hasEnded: row.expires_at !== null && new Date(row.expires_at) <= new Date(),
    viewCount: row.view_count,
  }
}
