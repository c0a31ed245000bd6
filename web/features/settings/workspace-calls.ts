import { queryOptions } from '@tanstack/react-query'
import type { SupabaseClient } from '@supabase/supabase-js'

import { captureBucket } from '#domain/limits.ts'

import { BackendError, unwrap } from '../../lib/backend-error.ts'
import { loadClient } from '../../lib/backend.ts'
import { newId } from '../../lib/new-id.ts'
import { currentSession } from '../../lib/session.ts'
import { attempt, type FormOutcome } from '../../lib/sign-in.ts'
import { changeSignedIn, type CallOutcome } from '../../lib/signed-in-calls.ts'
import type { InvitedRole, Role } from './roles.ts'

export interface Workspace {
  readonly id: string
  readonly name: string
  readonly requires_aal2: boolean
  readonly role: Role
  readonly brand_color: string | null
  /** A path of the bucket for images. */
  readonly brand_logo: string | null
  readonly shows_product_name: boolean
}

export interface Person {
  readonly user_id: string
  readonly email: string | null
  readonly first_name: string | null
  readonly role: Role
  readonly joined_at: string
  /** Null for who may not know. */
  readonly has_second_factor: boolean | null
}

export interface OpenInvitation {
  readonly id: string
  readonly email: string
  readonly role: InvitedRole
  readonly expires_at: string
}

export interface SentInvitation {
  readonly email: string
  readonly link: string
  readonly is_mailed: boolean
}

/** The workspaces that are open to this session, with the role there; the oldest first. */
export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: () =>
    read(async (client) => {
      const session = currentSession()
      const userId = 'user' in session ? session.user.id : ''
      const answer = await client
        .from('workspaces')
        .select('id,name,requires_aal2,brand_color,brand_logo,shows_product_name,workspace_members!inner(role)')
        .eq('workspace_members.user_id', userId)
        .order('created_at')
      const rows = unwrap(answer, 'settingsFailed') as readonly (Omit<Workspace, 'role'> & {
        readonly workspace_members: readonly { readonly role: Role }[]
      })[]
      return rows.map(({ workspace_members: [member], ...row }): Workspace => ({
        ...row,
        role: member?.role ?? 'viewer',
      }))
    }),
})

export function peopleQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'people'],
    queryFn: () =>
      read(async (client) => {
        const answer = await client.rpc('workspace_people', { p_workspace_id: workspaceId })
        return unwrap(answer, 'settingsFailed') as readonly Person[]
      }),
  })
}

/** Bytes of the workspace's files. */
export function storageQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'storage'],
    queryFn: () =>
      read(async (client) => {
        const answer = await client.rpc('workspace_storage', { p_workspace_id: workspaceId })
        return Number(unwrap(answer, 'settingsFailed') ?? 0)
      }),
  })
}

/** Empty for who may not invite. */
export function invitationsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'invitations'],
    queryFn: () =>
      read(async (client) => {
        const answer = await client
          .from('workspace_invitations')
          .select('id,email,role,expires_at')
          .eq('workspace_id', workspaceId)
          .gt('expires_at', new Date().toISOString())
          .order('created_at')
        return unwrap(answer, 'settingsFailed') as readonly OpenInvitation[]
      }),
  })
}

export function renameWorkspace(id: string, name: string): Promise<FormOutcome> {
  return change('The name was not saved.', (client) =>
    client.from('workspaces').update({ name: name.trim() }).eq('id', id).select('id'),
  )
}

export type BrandChange = Partial<Pick<Workspace, 'brand_color' | 'brand_logo' | 'shows_product_name'>>

export function changeBrand(id: string, brand: BrandChange): Promise<FormOutcome> {
  return change('The brand was not saved.', (client) =>
    client.from('workspaces').update(brand).eq('id', id).select('id'),
  )
}

/** Uploads a logo and uses it; the one before is removed. */
export async function changeLogo(workspace: Workspace, file: File): Promise<FormOutcome> {
  const path = `${workspace.id}/brand/${newId()}.${file.type.split('/')[1] ?? 'png'}`
  const uploaded = await attempt('The logo was not saved.', async (client) => {
    const { error } = await client.storage.from(captureBucket).upload(path, file, { contentType: file.type })
    return { error }
  })
  if (!uploaded.ok) return uploaded
  const outcome = await changeBrand(workspace.id, { brand_logo: path })
  if (outcome.ok) await removeLogoFile(workspace.brand_logo)
  return outcome
}

export async function removeLogo(workspace: Workspace): Promise<FormOutcome> {
  const outcome = await changeBrand(workspace.id, { brand_logo: null })
  if (outcome.ok) await removeLogoFile(workspace.brand_logo)
  return outcome
}

/** A file that stays behind harms nobody and goes with the workspace. */
async function removeLogoFile(path: string | null): Promise<void> {
  if (path !== null) await (await loadClient()).storage.from(captureBucket).remove([path])
}

export function demandSecondStep(id: string, isDemanded: boolean): Promise<FormOutcome> {
  return change('This was not changed.', (client) =>
    client.from('workspaces').update({ requires_aal2: isDemanded }).eq('id', id).select('id'),
  )
}

export function changeRole(workspaceId: string, userId: string, role: Role): Promise<FormOutcome> {
  return change('The role was not changed.', (client) =>
    client
      .from('workspace_members')
      .update({ role })
      .match({ workspace_id: workspaceId, user_id: userId })
      .select('role'),
  )
}

/** Oneself, too: then the workspace is closed from that moment. */
export function removeMember(workspaceId: string, userId: string): Promise<FormOutcome> {
  return change('Nobody was removed.', (client) =>
    client.from('workspace_members').delete().match({ workspace_id: workspaceId, user_id: userId }).select('role'),
  )
}

export function withdrawInvitation(id: string): Promise<FormOutcome> {
  return change('The invitation was not withdrawn.', (client) =>
    client.from('workspace_invitations').delete().eq('id', id).select('id'),
  )
}

export function invite(workspaceId: string, email: string, role: string): Promise<CallOutcome<SentInvitation>> {
  return changeSignedIn('Nobody was invited.', 'POST', '/account/v1/invitations', { workspaceId, email, role })
}

interface RowsAnswer {
  readonly data: readonly unknown[] | null
  readonly error: { readonly message: string; readonly code: string } | null
}

/** Makes a change; one that row-level security let do nothing is a refusal like any other. */
export async function change(
  failedText: string,
  call: (client: SupabaseClient) => PromiseLike<RowsAnswer>,
): Promise<FormOutcome> {
  let refusal: string | undefined
  const outcome = await attempt(failedText, async (client) => {
    const { data, error } = await call(client)
    if (error?.code === '42501') refusal = error.message.startsWith('A workspace') ? error.message : notAllowed
    if (error === null && data?.length === 0) refusal = notAllowed
    return { error: refusal === undefined ? error : { message: refusal } }
  })
  return !outcome.ok && refusal !== undefined ? { ...outcome, hint: refusal } : outcome
}

const notAllowed = 'Your role in this workspace does not allow it.'

/** Asks for a query's rows; a client that can't be had is a failure like one of the server. */
export async function read<T>(query: (client: SupabaseClient) => Promise<T>): Promise<T> {
  let client
  try {
    client = await loadClient()
  } catch (error) {
    throw new BackendError('settingsFailed', 'unreachable', error)
  }
  return query(client)
}
