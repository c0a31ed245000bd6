import { randomBytes, randomUUID } from 'node:crypto'

import type { TableRights } from './table-rights.ts'

/** Settings and use of language models and speech: the server writes, admins read all but the keys. */
export const languageModels = {
  provider_settings: {
    select: 'xx-----yy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => ({ workspace_id: workspaceId, kind: 'model', settings: { model: 'small' } }),
    change: { settings: { url: 'https://models.example.com' } },
    key: ['workspace_id', 'kind'],
  },
  provider_keys: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => ({ workspace_id: workspaceId, kind: 'model', sealed_key: 'sealed' }),
    change: { sealed_key: 'changed' },
    key: ['workspace_id', 'kind'],
  },
  model_usage: {
    select: 'xx-----yy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => ({
      id: randomUUID(),
      workspace_id: workspaceId,
      conversation_id: randomUUID(),
      day: '2026-01-01',
      purpose: 'answer',
    }),
    change: { micro_cents: 0 },
  },
  model_notices: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => ({ workspace_id: workspaceId, period: 'day 2026-01-01', share: 80 }),
    change: { period: 'month 2026-01' },
    key: ['workspace_id', 'period', 'share'],
  },
  item_embeddings: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => ({
      workspace_id: workspaceId,
      model: 'small',
      hash: randomBytes(32).toString('hex'),
      vector: [1],
    }),
    change: { vector: [2] },
    key: ['workspace_id', 'model', 'hash'],
  },
  speech_clips: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => ({ workspace_id: workspaceId, hash: randomBytes(32).toString('hex'), bytes: 1 }),
    change: { bytes: 2 },
    key: ['workspace_id', 'hash'],
  },
} satisfies Readonly<Record<string, TableRights>>
