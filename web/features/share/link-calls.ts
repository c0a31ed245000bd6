import { limits } from '#domain/limits.ts'
import type { ShareLinkRow } from '#protocol/rows.ts'

import { ask, callBackend, mustChange } from '../../lib/call-backend.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { newId } from '../../lib/new-id.ts'

/* A demo's links with names. Each call throws a BackendError with a sentence for people. */

export interface ShareLink {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly hasPassword: boolean
  readonly expiresAt: string | null
  readonly isRevoked: boolean
  /** Whether it had expired when loaded. */
  readonly hasEnded: boolean
  readonly viewCount: number
}

export interface DemoSharing {
  /** Whether only personal links open the demo. */
  readonly isByLinksOnly: boolean
  readonly links: readonly ShareLink[]
}

export async function loadSharing(demoId: string): Promise<DemoSharing> {
  const [demo, links] = await Promise.all([
    ask('linksFailed', (client) =>
      client.from('demos').select('share_mode').eq('id', demoId).maybeSingle<{ readonly share_mode: string }>(),
    ),
    ask('linksFailed', (client) =>
      client
        .from('share_links')
        .select('*')
        .eq('demo_id', demoId)
        .order('created_at')
        .order('id')
        .overrideTypes<ShareLinkRow[], { merge: false }>(),
    ),
  ])
  return { isByLinksOnly: demo?.share_mode === 'links', links: links.map(toShareLink) }
}

export async function saveSharedByLinksOnly(demoId: string, isByLinksOnly: boolean): Promise<void> {
  const mode = { share_mode: isByLinksOnly ? 'links' : 'open' }
  await ask('demoSaveFailed', async (client) =>
    mustChange(await client.from('demos').update(mode).eq('id', demoId).select('id')),
  )
}

export interface LinkText {
  readonly name: string
  readonly expiresAt: string | null
  /** The new password; null removes it, undefined keeps it. */
  readonly password: string | null | undefined
}

export async function addLink(demoId: string, { name, expiresAt, password }: LinkText): Promise<void> {
  // The id is known in advance, so that a link whose password fails can be deleted and is never left open.
  const id = newId()
  const link = { id, demo_id: demoId, name: name.trim(), expires_at: expiresAt }
  await ask('linkSaveFailed', (client) => client.from('share_links').insert(link))
  if (password === undefined || password === null) return
  try {
    await savePassword(id, password)
  } catch (error) {
    await callBackend((client) => client.from('share_links').delete().eq('id', id))
    throw error
  }
}

export async function saveLink(id: string, { name, expiresAt, password }: LinkText): Promise<void> {
  if (password !== undefined) await savePassword(id, password)
  await changeLink(id, { name: name.trim(), expires_at: expiresAt })
}

export function revokeLink(id: string, isRevoked: boolean): Promise<void> {
  return changeLink(id, { revoked_at: isRevoked ? new Date().toISOString() : null })
}

async function changeLink(id: string, change: Partial<ShareLinkRow>): Promise<void> {
  await ask('linkSaveFailed', async (client) =>
    mustChange(await client.from('share_links').update(change).eq('id', id).select('id')),
  )
}

export async function removeLink(id: string): Promise<void> {
  await ask('linkSaveFailed', (client) => client.from('share_links').delete().eq('id', id))
}

/** What a password has to be before it is sent. */
export function isLinkPassword(password: string): boolean {
  return password.length >= limits.linkPasswordLengthMin && new TextEncoder().encode(password).length <= 72
}

/** Through our own server: the browser never sees a hash, and the database never sees the password. */
async function savePassword(linkId: string, password: string | null): Promise<void> {
  await ask('linkSaveFailed', () => fetchAsUser('PUT', `/share/v1/links/${linkId}/password`, { password }))
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
