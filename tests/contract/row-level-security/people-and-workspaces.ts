import { randomUUID } from 'node:crypto'

import type { TableRights } from './table-rights.ts'

/** Accounts, workspaces, their members and keys, and personal rows. */
export const peopleAndWorkspaces = {
  users: {
    select: 'xx------y',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ owner }) => ({ id: owner.user.id, email: 'x@example.com' }),
    change: { email: 'stolen@example.com' },
    existing: ({ owner }) => ({ id: owner.user.id }),
  },
  workspaces: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xx-x---yy',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => ({ id: workspaceId, name: 'Ours' }),
    change: { name: 'Renamed' },
    existing: ({ workspaceId }) => ({ id: workspaceId }),
  },
  workspace_members: {
    // The row belongs to the only owner, who can't be removed.
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xx-x----y',
    delete: 'xx-x----x',
    row: ({ author, workspaceId }) => ({ workspace_id: workspaceId, user_id: author.user.id, role: 'owner' }),
    change: { role: 'owner' },
    existing: ({ workspaceId, owner }) => ({ workspace_id: workspaceId, user_id: owner.user.id }),
  },
  set_aside_memberships: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ author, workspaceId }) => ({ workspace_id: workspaceId, user_id: author.user.id, role: 'viewer' }),
    change: { role: 'owner' },
    key: ['workspace_id', 'user_id'],
  },
  address_rules: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: () => ({ is_only: true, are_proven: false }),
    change: { are_proven: true },
    key: ['is_only'],
  },
  workspace_invitations: {
    select: 'xx-----yy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xx-x---yy',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      return {
        id,
        workspace_id: workspaceId,
        email: `${id}@example.com`,
        role: 'viewer',
        token_hash: (id + id).replaceAll('-', ''),
        expires_at: '2030-01-01T00:00:00Z',
      }
    },
    change: { role: 'admin' },
  },
  audit_log: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      return { id, workspace_id: workspaceId, action: 'demo_created' }
    },
    change: { action: 'changed' },
  },
  workspace_keys: {
    select: 'xx-----yy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xx-x---yy',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      return {
        id,
        workspace_id: workspaceId,
        name: 'CI',
        scope: 'read',
        secret_hash: (id + id).replaceAll('-', ''),
        last_four: 'abcd',
      }
    },
    change: { scope: 'write' },
  },
  removed_workspaces: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: () => ({ id: randomUUID() }),
    change: { removed_at: '2030-01-01T00:00:00Z' },
  },
  onboarding_data: {
    select: 'xx------y',
    insert: 'xxxxxxxxy',
    update: 'xx-x----y',
    delete: 'xx-x----y',
    row: ({ owner }) => ({ user_id: owner.user.id }),
    change: { current_step: 1 },
    key: ['user_id'],
  },
  chatbot_settings: {
    select: '--------y',
    insert: 'xxxxxxxxy',
    update: 'xx-x----y',
    delete: 'xx-x----y',
    row: ({ owner }) => {
      const id = randomUUID()
      return { user_id: owner.user.id, agent_id: id }
    },
    change: { auto_engage: true },
    key: ['user_id', 'agent_id'],
  },
  feedback: {
    select: 'xx------y',
    insert: 'xxxxxxxxy',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ owner }) => {
      const id = randomUUID()
      return { id, user_id: owner.user.id, kind: 'idea', text: 'More of this' }
    },
    change: { text: 'changed' },
  },
} satisfies Readonly<Record<string, TableRights>>
