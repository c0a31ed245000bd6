import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

import type { Row } from './table-rights.ts'

export const actors = [
  'stranger',
  'visitor',
  'author',
  'readKey',
  'writeKey',
  'viewer',
  'editor',
  'admin',
  'owner',
] as const
type Actor = (typeof actors)[number]

/**
 * The actors. The rows belong to one workspace, whose owner also owns the personal ones; the author has their own
 * account and workspace, the visitor sends an active demo's id, the keys are the workspace's.
 */
export interface Cast {
  readonly backend: Backend
  readonly service: SupabaseClient
  readonly clients: Readonly<Record<Actor, SupabaseClient>>
  readonly owner: SignedUp
  readonly author: SignedUp
  readonly workspaceId: string
  readonly demoId: string
  readonly stepId: string
  /** Agents without hours, one for each availability row tested. */
  readonly spareAgents: string[]
  /** Captured pages without edits, one for each row of edits tested. */
  readonly spareSnapshots: string[]
}

export async function startCast(): Promise<Cast> {
  const backend = await startBackend()
  const service = backend.serviceClient()
  const owner = await backend.signUp()
  const author = await backend.signUp()
  const workspaceId = await workspaceOf(service, owner)
  const ours = { backend, service, owner, workspaceId }
  const demoId = await newDemo(ours, 'active')
  const spareAgents = Array.from({ length: 60 }, () => randomUUID())
  await service
    .from('agents')
    .insert(spareAgents.map((id) => ({ id, workspace_id: workspaceId, slug: id })))
    .throwOnError()
  const spareSnapshots = Array.from({ length: 60 }, () => randomUUID())
  const page = { workspace_id: workspaceId, files: [], width: 1, height: 1, picture_width: 1 }
  await service
    .from('snapshots')
    .insert(spareSnapshots.map((id) => ({ ...page, id, picture: `${id}.png`, hash: `${id}-123456` })))
    .throwOnError()
  const [viewer, editor, admin] = await Promise.all([
    newMember(ours, 'viewer'),
    newMember(ours, 'editor'),
    newMember(ours, 'admin'),
  ])
  const clients = {
    stranger: backend.anonClient(),
    visitor: backend.anonClient({ 'x-demo-id': demoId }),
    author: author.client,
    readKey: backend.keyClient(await newKey(ours, 'read')),
    writeKey: backend.keyClient(await newKey(ours, 'write')),
    viewer,
    editor,
    admin,
    owner: owner.client,
  }
  return { ...ours, clients, author, demoId, stepId: await stepOf(service, demoId), spareAgents, spareSnapshots }
}

type Ours = Pick<Cast, 'backend' | 'service' | 'owner' | 'workspaceId'>

export async function workspaceOf(service: SupabaseClient, account: SignedUp): Promise<string> {
  const { data } = await service
    .from('workspace_members')
    .select()
    .eq('user_id', account.user.id)
    .single()
    .throwOnError()
  return String((data as Row)['workspace_id'])
}

/** A demo of one step in the workspace. */
export async function newDemo(
  { service, owner, workspaceId }: Ours,
  status: 'active' | 'draft' | 'archived',
): Promise<string> {
  const id = randomUUID()
  await service
    .from('demos')
    .insert({ id, workspace_id: workspaceId, owner_id: owner.user.id, name: 'Tour', status })
    .throwOnError()
  await service
    .from('demo_steps')
    .insert({ demo_id: id, order: 1, title: 'One', screenshot_url: 'one.png' })
    .throwOnError()
  return id
}

async function newMember({ backend, service, workspaceId }: Ours, role: string): Promise<SupabaseClient> {
  const account = await backend.signUp()
  const membership = { workspace_id: workspaceId, user_id: account.user.id, role }
  await service.from('workspace_members').insert(membership).throwOnError()
  return account.client
}

async function newKey({ owner, workspaceId }: Ours, scope: 'read' | 'write'): Promise<string> {
  const asked = { p_workspace_id: workspaceId, p_name: scope, p_scope: scope }
  const { data } = await owner.client.rpc('create_workspace_key', asked).throwOnError()
  return String((data as Row)['secret'])
}

export async function stepOf(service: SupabaseClient, id: string): Promise<string> {
  const { data } = await service.from('demo_steps').select('id').eq('demo_id', id).single().throwOnError()
  return String(data['id'])
}
