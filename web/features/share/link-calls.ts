import { readDemoLook, type DemoLook } from '#domain/demo-look.ts'
import { limits } from '#domain/limits.ts'
import { isObject } from '#domain/is-object.ts'
import { readVariableValues, type VariableValues } from '#domain/variables.ts'
import type { ShareLinkRow } from '#protocol/rows.ts'

import { ask, callBackend, mustChange } from '../../lib/call-backend.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { newId } from '../../lib/new-id.ts'

/* Calls for a demo's sharing and personal links. Each throws a BackendError with a sentence to show. */

export interface ShareLink {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly hasPassword: boolean
  readonly expiresAt: string | null
  readonly isRevoked: boolean
  /** Whether it had already expired when it was loaded. */
  readonly hasEnded: boolean
  readonly viewCount: number
  readonly lastOpenedAt: string | null
  readonly variables: VariableValues
  /** The furthest step that any visit reached. */
  readonly stepsSeen: number
  /** Active in the last two minutes. */
  readonly isHere: boolean
}

export interface DemoSharing {
  readonly name: string
  readonly description: string | null
  readonly look: DemoLook
  /** Whether only personal links open the demo. */
  readonly isByLinksOnly: boolean
  /** When the demo's own link stops working; null for never. */
  readonly expiresAt: string | null
  /** Whether it had already stopped when it was loaded. */
  readonly hasEnded: boolean
  /** Whether search engines may list the demo's text. */
  readonly isSearchable: boolean
  readonly links: readonly ShareLink[]
}

interface DemoRow {
  readonly name: string
  readonly description: string | null
  readonly share_mode: string
  readonly link_expires_at: string | null
  readonly is_searchable: boolean
  readonly look: unknown
}

interface ProgressRow {
  readonly link_id: string
  readonly steps_seen: number
  readonly last_seen_at: string | null
}

export async function loadSharing(demoId: string): Promise<DemoSharing> {
  const [demo, links, progress] = await Promise.all([
    ask('linksFailed', (client) =>
      client
        .from('demos')
        .select('name,description,share_mode,link_expires_at,is_searchable,look')
        .eq('id', demoId)
        .maybeSingle<DemoRow>(),
    ),
    ask('linksFailed', (client) =>
      client
        .from('share_links')
        .select('*')
        .eq('demo_id', demoId)
        .order('created_at', { ascending: false })
        .order('id')
        .overrideTypes<ShareLinkRow[], { merge: false }>(),
    ),
    ask('linksFailed', (client) => client.rpc('share_link_progress', { p_demo_id: demoId })).then(
      (rows: unknown) => rows as readonly ProgressRow[],
    ),
  ])
  const now = Date.now()
  return {
    name: demo?.name ?? '',
    description: demo?.description ?? null,
    look: readDemoLook(demo?.look),
    isByLinksOnly: demo?.share_mode === 'links',
    expiresAt: demo?.link_expires_at ?? null,
    hasEnded: isOver(demo?.link_expires_at ?? null, now),
    isSearchable: demo?.is_searchable !== false,
    links: links.map((row) =>
      toShareLink(
        row,
        progress.find(({ link_id: id }) => id === row.id),
        now,
      ),
    ),
  }
}

function isOver(expiresAt: string | null, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now
}

/** How the demo's own link works. */
export interface SharingChange {
  readonly share_mode?: 'open' | 'links'
  readonly link_expires_at?: string | null
  readonly is_searchable?: boolean
}

export async function saveSharing(demoId: string, change: SharingChange): Promise<void> {
  await ask('demoSaveFailed', async (client) =>
    mustChange(await client.from('demos').update(change).eq('id', demoId).select('id')),
  )
}

export interface LinkText {
  readonly name: string
  readonly expiresAt: string | null
  /** The new password; null removes it, undefined keeps it. */
  readonly password: string | null | undefined
  readonly variables: VariableValues
}

export async function addLink(demoId: string, { name, expiresAt, password, variables }: LinkText): Promise<void> {
  // The id is known in advance, so that a link whose password fails can be deleted and is never left open.
  const id = newId()
  const link = { id, demo_id: demoId, name: name.trim(), expires_at: expiresAt, variables }
  await ask('linkSaveFailed', (client) => client.from('share_links').insert(link))
  if (password === undefined || password === null) return
  try {
    await savePassword(id, password)
  } catch (error) {
    await callBackend((client) => client.from('share_links').delete().eq('id', id))
    throw error
  }
}

/** Many links at once, without passwords; all or none. */
export async function addLinks(demoId: string, links: readonly LinkText[]): Promise<void> {
  const rows = links.map(({ name, expiresAt, variables }) => ({
    demo_id: demoId,
    name: name.trim(),
    expires_at: expiresAt,
    variables,
  }))
  await ask('linkSaveFailed', (client) => client.from('share_links').insert(rows))
}

export async function saveLink(id: string, { name, expiresAt, password, variables }: LinkText): Promise<void> {
  if (password !== undefined) await savePassword(id, password)
  await changeLink(id, { name: name.trim(), expires_at: expiresAt, variables })
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

/** The rules for a password, checked before it is sent. */
export function isLinkPassword(password: string): boolean {
  return password.length >= limits.linkPasswordLengthMin && new TextEncoder().encode(password).length <= 72
}

/** Through our own server: the browser never sees a hash, and the database never sees the password. */
async function savePassword(linkId: string, password: string | null): Promise<void> {
  await ask('linkSaveFailed', () => fetchAsUser('PUT', `/share/v1/links/${linkId}/password`, { password }))
}

/** How long after the last event a visitor still counts as present. */
const hereMs = 120_000

function toShareLink(row: ShareLinkRow, progress: ProgressRow | undefined, now: number): ShareLink {
  const seenAt = progress?.last_seen_at ?? null
  return {
    id: row.id,
    name: row.name,
    token: row.token,
    hasPassword: row.has_password,
    expiresAt: row.expires_at,
    isRevoked: row.revoked_at !== null,
    hasEnded: row.expires_at !== null && Date.parse(row.expires_at) <= now,
    viewCount: row.view_count,
    lastOpenedAt: latest(row.last_viewed_at, seenAt),
    variables: isObject(row.variables) ? readVariableValues(Object.entries(row.variables)) : {},
    stepsSeen: progress?.steps_seen ?? 0,
    isHere: seenAt !== null && now - Date.parse(seenAt) < hereMs,
  }
}

function latest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return Date.parse(one) > Date.parse(other) ? one : other
}
