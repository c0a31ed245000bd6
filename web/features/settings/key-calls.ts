import { queryOptions } from '@tanstack/react-query'

import { ask, mustChange } from '../../lib/call-backend.ts'
import { submit, type FormOutcome, type Outcome } from '../../lib/submit.ts'

export type KeyScope = 'read' | 'write'

export interface WorkspaceKey {
  readonly id: string
  readonly name: string
  readonly scope: KeyScope
  readonly last_four: string
  readonly created_by: string | null
  readonly created_at: string
  readonly expires_at: string | null
  /** To the minute; null if never used. */
  readonly last_used_at: string | null
}

export interface NewKey {
  readonly name: string
  readonly scope: KeyScope
  readonly expiresAt: string | null
}

/** The workspace's keys, newest first. Empty for members who can't create any. */
export function keysQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'keys'],
    queryFn: () =>
      ask('settingsFailed', (client) =>
        client
          .from('workspace_keys')
          .select('id,name,scope,last_four,created_by,created_at,expires_at,last_used_at')
          .eq('workspace_id', workspaceId)
          .order('created_at', { ascending: false })
          .overrideTypes<WorkspaceKey[], { merge: false }>(),
      ),
  })
}

/** Returns the secret, which is shown only once. */
export function createKey(workspaceId: string, key: NewKey): Promise<Outcome<{ readonly secret: string }>> {
  return submit(
    'The key was not created.',
    (client) =>
      client.rpc('create_workspace_key', {
        p_workspace_id: workspaceId,
        p_name: key.name,
        p_scope: key.scope,
        p_expires_at: key.expiresAt,
      }),
    refusals,
  )
}

export function revokeKey(id: string): Promise<FormOutcome> {
  return submit('The key was not revoked.', async (client) =>
    mustChange(await client.from('workspace_keys').delete().eq('id', id).select('id')),
  )
}

const refusals = {
  not_allowed: 'Your role in this workspace does not allow it.',
  bad_name: 'Give it a name of at most 100 characters.',
  bad_scope: 'Choose what the key may do.',
  bad_end: 'The expiry date has passed. Choose a later one.',
  too_many: 'The workspace has 50 keys. Revoke one you no longer use.',
  too_soon: 'Twenty keys were created within an hour. Try again later.',
} as const
