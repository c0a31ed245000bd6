import { randomUUID } from 'node:crypto'

import type { TableRights } from './table-rights.ts'

/** Demos and their parts, and the links that share them. */
export const demosAndLinks = {
  captures: {
    select: 'xx-yyyyyy',
    insert: 'xxxxyxyyy',
    update: 'xx-xy-yyy',
    delete: 'xx-xy-yyy',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      return { id, workspace_id: workspaceId, session_id: 's', url: 'https://example.com' }
    },
    change: { notes: 'changed' },
  },
  demos: {
    select: '-y-yyyyyy',
    insert: 'xxxxyxyyy',
    update: 'xx-xy-yyy',
    delete: 'xx-xy-yyy',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      return { id, workspace_id: workspaceId, name: 'New' }
    },
    change: { name: 'Changed' },
    readable: ({ demoId }) => ({ id: demoId }),
  },
  demo_steps: {
    select: '-y-yyyyyy',
    insert: 'xxxxyxyyy',
    update: 'xx-xy-yyy',
    delete: 'xx-xy-yyy',
    row: ({ demoId }) => {
      const id = randomUUID()
      return { id, demo_id: demoId, order: 2, screenshot_url: 'two.png' }
    },
    change: { title: 'Changed' },
    readable: ({ demoId }) => ({ demo_id: demoId }),
  },
  removed_steps: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId, demoId }) => {
      const id = randomUUID()
      return { id, workspace_id: workspaceId, demo_id: demoId, step: {}, cards: [], linking_card_ids: [], leads: [] }
    },
    change: { cards: [{}] },
  },
  picture_edits: {
    select: 'xx--y-yyy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      const size = { width: 1, height: 1 }
      return { id, workspace_id: workspaceId, path: `${id}.png`, original_path: `${id}.png`, ...size, edits: {} }
    },
    change: { width: 2 },
  },
  step_audio: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => {
      const hash = `${randomUUID()}-123456`
      const sound = { mime_type: 'audio/wav', bytes: 1, duration_ms: 1 }
      return { id: randomUUID(), workspace_id: workspaceId, path: `${hash}.wav`, hash, ...sound }
    },
    change: { duration_ms: 2 },
  },
  snapshots: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      const size = { width: 1, height: 1, picture_width: 1 }
      return { id, workspace_id: workspaceId, picture: `${id}.png`, hash: `${id}-123456`, files: [], ...size }
    },
    change: { width: 2 },
  },
  snapshot_edits: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId, spareSnapshots }) => {
      const id = randomUUID()
      const page = { hash: `${id}-123456`, files: [], original_path: `${id}.png` }
      return { snapshot_id: spareSnapshots.pop(), workspace_id: workspaceId, edits: [], ...page }
    },
    change: { edits: [{}] },
    key: ['snapshot_id'],
  },
  snapshot_files: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => {
      const hash = `${randomUUID()}-123456`
      return { workspace_id: workspaceId, hash, path: hash, mime_type: 'text/css', bytes: 1 }
    },
    change: { bytes: 2 },
    key: ['workspace_id', 'hash'],
  },
  retired_pictures: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => ({ path: randomUUID(), workspace_id: workspaceId, current_path: 'new.png' }),
    change: { current_path: 'newer.png' },
    key: ['path'],
  },
  file_removals: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: () => ({ bucket: 'demo-captures', path: randomUUID(), remove_at: '2030-01-01T00:00:00Z' }),
    change: { remove_at: '2031-01-01T00:00:00Z' },
    key: ['path'],
  },
  step_cards: {
    select: '-y-yyyyyy',
    insert: 'xxxxyxyyy',
    update: 'xx-xy-yyy',
    delete: 'xx-xy-yyy',
    row: ({ stepId }) => {
      const id = randomUUID()
      return {
        id,
        step_id: stepId,
        type: 'cue',
        x_percent: 10,
        y_percent: 10,
        width_percent: 20,
        height_percent: 20,
      }
    },
    change: { title: 'Changed' },
  },
  share_links: {
    select: 'xx-yyyyyy',
    insert: 'xxxxyxyyy',
    update: 'xx-xy-yyy',
    delete: 'xx-xy-yyy',
    row: ({ demoId }) => {
      const id = randomUUID()
      return { id, demo_id: demoId, name: 'For Ada' }
    },
    change: { name: 'changed' },
  },
  share_link_passwords: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: () => {
      const id = randomUUID()
      return { link_id: id, password_hash: `$2b$10$${'x'.repeat(53)}` }
    },
    change: { password_hash: `$2b$10$${'y'.repeat(53)}` },
    key: ['link_id'],
    belongsTo: { link_id: 'share_links' },
  },
  share_link_passes: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: () => {
      const id = randomUUID()
      return { link_id: id, pass_hash: String.raw`\x${'ab'.repeat(32)}`, expires_at: '2100-01-01T00:00:00Z' }
    },
    change: { expires_at: '2200-01-01T00:00:00Z' },
    key: ['link_id'],
    belongsTo: { link_id: 'share_links' },
  },
  retired_ids: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      return { id, workspace_id: workspaceId }
    },
    change: { workspace_id: '00000000-0000-4000-8000-000000000000' },
  },
} satisfies Readonly<Record<string, TableRights>>
