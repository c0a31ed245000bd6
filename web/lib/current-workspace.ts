import { useSyncExternalStore } from 'react'

import type { MessageCode } from '#domain/messages.ts'

import { ask } from './call-backend.ts'
import { keep, recall } from './json-storage.ts'
import { currentSession } from './session.ts'

/** The workspace that every screen is about. */
export interface CurrentWorkspace {
  readonly id: string
  readonly name: string
}

/** The last one of each account, in this browser. A tab stays in its own while it is open. */
const storageKey = 'understudy-workspaces'
type ByAccount = Readonly<Record<string, CurrentWorkspace>>

let entered: ByAccount | undefined
let changes = 0
const listeners = new Set<() => void>()

export function useCurrentWorkspace(): CurrentWorkspace | undefined {
  return useSyncExternalStore(subscribe, currentWorkspace)
}

/** How often somebody has gone from one workspace to another: a page of the one before must be drawn anew. */
export function useWorkspaceChanges(): number {
  return useSyncExternalStore(subscribe, () => changes)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Undefined until it is known which one. */
export function currentWorkspace(): CurrentWorkspace | undefined {
  entered ??= recall<ByAccount>(storageKey) ?? {}
  return entered[accountId()]
}

/** What the screens ask for from now on; remembered for the next visit. What they show already is not loaded anew here. */
export function enterWorkspace({ id, name }: CurrentWorkspace): void {
  const before = currentWorkspace()
  if (before !== undefined && before.id !== id) changes += 1
  entered = { ...entered, [accountId()]: { id, name } }
  keep(storageKey, { ...recall<ByAccount>(storageKey), ...entered })
  for (const listener of listeners) listener()
}

/**
 * The one that was entered last or, on a first visit, the one that the account has been in the longest. Where none is open
 * to the account, an id that nothing belongs to.
 */
export async function currentWorkspaceId(code: MessageCode): Promise<string> {
  const current = currentWorkspace()
  if (current !== undefined) return current.id
  const rows: readonly (CurrentWorkspace & Membership)[] = await ask(code, (client) =>
    client
      .from('workspaces')
      .select('id,name,workspace_members!inner(created_at)')
      .eq('workspace_members.user_id', accountId()),
  )
  const [first] = rows.toSorted((a, b) => since(a).localeCompare(since(b)))
  if (first === undefined) return nowhere
  enterWorkspace(first)
  return first.id
}

const nowhere = '00000000-0000-0000-0000-000000000000'

interface Membership {
  readonly workspace_members: readonly { readonly created_at: string }[]
}

function since({ workspace_members: [member] }: Membership): string {
  return member?.created_at ?? ''
}

function accountId(): string {
  const session = currentSession()
  return 'user' in session ? session.user.id : ''
}
