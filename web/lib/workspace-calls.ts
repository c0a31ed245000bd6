import { queryOptions } from '@tanstack/react-query'

import type { CaptureRule } from '#domain/capture-rules.ts'
import type { DemoFont } from '#domain/demo-look.ts'
import { captureBucket } from '#domain/limits.ts'

import { loadStorage } from './backend.ts'
import { ask, mustChange } from './call-backend.ts'
import { fetchAsUser } from './fetch-as-user.ts'
import { newId } from './new-id.ts'
import { currentSession } from './session.ts'
import { submit, type FormOutcome, type Outcome } from './submit.ts'
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
  readonly brand_font: DemoFont | null
  /** The look of new demos (domain/demo-look.ts). */
  readonly new_demo_look: unknown
  /** What recordings hide (domain/capture-rules.ts). */
  readonly capture_rules: unknown
  /** Records voice conversations and keeps the recordings for some days. */
  readonly records_talks: boolean
  readonly talk_recording_days: number
}

export interface Person {
  readonly user_id: string
  readonly email: string | null
  readonly first_name: string | null
  readonly role: Role
  readonly joined_at: string
  /** Null if hidden from this role. */
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

/** The workspaces available to this session, with your role in each; oldest first. */
export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: async () => {
    const session = currentSession()
    const userId = 'user' in session ? session.user.id : ''
    const rows = await ask('settingsFailed', (client) =>
      client
        .from('workspaces')
        .select(
          'id,name,requires_aal2,brand_color,brand_logo,shows_product_name,brand_font,new_demo_look,capture_rules,records_talks,talk_recording_days,workspace_members!inner(role)',
        )
        .eq('workspace_members.user_id', userId)
        .order('created_at')
        .overrideTypes<WorkspaceRow[], { merge: false }>(),
    )
    return rows.map(({ workspace_members: [member], ...row }): Workspace => ({
      ...row,
      role: member?.role ?? 'viewer',
    }))
  },
})

interface WorkspaceRow extends Omit<Workspace, 'role'> {
  readonly workspace_members: readonly { readonly role: Role }[]
}

export function peopleQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'people'],
    queryFn: (): Promise<readonly Person[]> =>
      ask('settingsFailed', (client) => client.rpc('workspace_people', { p_workspace_id: workspaceId })),
  })
}

/** Bytes of the workspace's files. */
export function storageQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'storage'],
    queryFn: async () =>
      Number(await ask('settingsFailed', (client) => client.rpc('workspace_storage', { p_workspace_id: workspaceId }))),
  })
}

/** Empty for members who can't invite. */
export function invitationsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'invitations'],
    queryFn: () =>
      ask('settingsFailed', (client) =>
        client
          .from('workspace_invitations')
          .select('id,email,role,expires_at')
          .eq('workspace_id', workspaceId)
          .gt('expires_at', new Date().toISOString())
          .order('created_at')
          .overrideTypes<OpenInvitation[], { merge: false }>(),
      ),
  })
}

export function renameWorkspace(id: string, name: string): Promise<FormOutcome> {
  return submit('The name was not saved.', async (client) =>
    mustChange(await client.from('workspaces').update({ name: name.trim() }).eq('id', id).select('id')),
  )
}

export type BrandChange = Partial<
  Pick<Workspace, 'brand_color' | 'brand_logo' | 'shows_product_name' | 'brand_font' | 'new_demo_look'>
>

export function changeBrand(id: string, brand: BrandChange): Promise<FormOutcome> {
  return submit('The brand was not saved.', async (client) =>
    mustChange(await client.from('workspaces').update(brand).eq('id', id).select('id')),
  )
}

export function saveCaptureRules(id: string, rules: readonly CaptureRule[]): Promise<FormOutcome> {
  return submit('The rules were not saved.', async (client) =>
    mustChange(await client.from('workspaces').update({ capture_rules: rules }).eq('id', id).select('id')),
  )
}

/** Uploads a logo and uses it; the previous one is deleted. */
export async function changeLogo(workspace: Workspace, file: File): Promise<FormOutcome> {
  const path = `${workspace.id}/brand/${newId()}.${file.type.split('/')[1] ?? 'png'}`
  const uploaded = await submit('The logo was not saved.', async () =>
    (await loadStorage()).from(captureBucket).upload(path, file, { contentType: file.type }),
  )
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

/** A leftover file is harmless and is deleted with the workspace. */
async function removeLogoFile(path: string | null): Promise<void> {
  if (path !== null) await (await loadStorage()).from(captureBucket).remove([path])
}

export function requireSecondFactor(id: string, isRequired: boolean): Promise<FormOutcome> {
  return submit('The setting was not changed.', async (client) =>
    mustChange(await client.from('workspaces').update({ requires_aal2: isRequired }).eq('id', id).select('id')),
  )
}

export function changeRole(workspaceId: string, userId: string, role: Role): Promise<FormOutcome> {
  return submit('The role was not changed.', async (client) =>
    mustChange(
      await client
        .from('workspace_members')
        .update({ role })
        .match({ workspace_id: workspaceId, user_id: userId })
        .select('role'),
    ),
  )
}

/** Also yourself, which closes the workspace immediately. */
export function removeMember(workspaceId: string, userId: string): Promise<FormOutcome> {
  return submit('The member was not removed.', async (client) =>
    mustChange(
      await client
        .from('workspace_members')
        .delete()
        .match({ workspace_id: workspaceId, user_id: userId })
        .select('role'),
    ),
  )
}

export function withdrawInvitation(id: string): Promise<FormOutcome> {
  return submit('The invitation was not withdrawn.', async (client) =>
    mustChange(await client.from('workspace_invitations').delete().eq('id', id).select('id')),
  )
}

export function invite(workspaceId: string, email: string, role: string): Promise<Outcome<SentInvitation>> {
  return submit('The invitation was not sent.', () =>
    fetchAsUser<SentInvitation>('POST', '/account/v1/invitations', { workspaceId, email, role }),
  )
}
