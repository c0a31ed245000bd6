import { useSyncExternalStore } from 'react'

import type { MessageCode } from '#domain/messages.ts'
import { createStore } from '#player/create-store.ts'

import { ask } from './call-backend.ts'
import { keep, recall } from './json-storage.ts'
import { currentSession } from './session.ts'

/** The workspace that every screen shows. */
export interface CurrentWorkspace {
  readonly id: string
  readonly name: string
}

/** The last one of each account in this browser. A tab keeps its own while it is open. */
const storageKey = 'understudy-workspaces'
type ByAccount = Readonly<Record<string, CurrentWorkspace>>

interface Entered {
  readonly byAccount: ByAccount
  /** How often this tab has switched workspaces. */
  readonly switches: number
}

const store = createStore<Entered>({ byAccount: recall<ByAccount>(storageKey) ?? {}, switches: 0 })

export function useCurrentWorkspace(): CurrentWorkspace | undefined {
  return useSyncExternalStore(store.subscribe, currentWorkspace)
}

/** Changes with each switch, so that pages of the previous workspace are remounted. */
export function useWorkspaceChanges(): number {
  return useSyncExternalStore(store.subscribe, () => store.get().switches)
}

/** Undefined until it is known. */
export function currentWorkspace(): CurrentWorkspace | undefined {
  return store.get().byAccount[accountId()]
}

/** Sets the workspace of all later calls, and remembers it for the next visit. Doesn't reload what is on screen. */
export function enterWorkspace({ id, name }: CurrentWorkspace): void {
  const before = currentWorkspace()
  const { byAccount, switches } = store.get()
  const next = { ...byAccount, [accountId()]: { id, name } }
  store.set({ byAccount: next, switches: before !== undefined && before.id !== id ? switches + 1 : switches })
  keep(storageKey, { ...recall<ByAccount>(storageKey), ...next })
}

/** The last workspace or, on a first visit, the account's oldest. If there are none, an id that matches nothing. */
export async function currentWorkspaceId(code: MessageCode): Promise<string> {
  const current = currentWorkspace()
  if (current !== undefined) return current.id
  const rows: readonly (CurrentWorkspace & Membership)[] = await ask(code, (client) =>
    client
      .from('workspaces')
      .select('id,name,workspace_members!inner(created_at)')
      .eq('workspace_members.user_id', accountId()),
  )
  // Entered while this was loading, for example by creating a workspace.
  const entered = currentWorkspace()
  if (entered !== undefined) return entered.id
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
