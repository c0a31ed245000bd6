import { randomUUID } from 'node:crypto'

import type { TableRights } from './table-rights.ts'

/** A workspace has one Cal.com account. */
const connectionId = randomUUID()

/** Rows about visitors, and the agents that talk with them. */
export const talksAndLeads = {
  agents: {
    select: 'xx-yyyyyy',
    insert: 'xxxxyxyyy',
    update: 'xx-xy-yyy',
    delete: 'xx-x---yy',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      return { id, workspace_id: workspaceId, slug: id }
    },
    change: { name: 'Changed' },
  },
  conversations: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xx-xy-yyy',
    delete: 'xx-x---yy',
    row: ({ workspaceId, demoId }) => {
      const id = randomUUID()
      return { id, workspace_id: workspaceId, demo_id: demoId, mode: 'text', consent_at: '2026-01-01T00:00:00Z' }
    },
    change: { done_at: '2026-01-02T00:00:00Z' },
  },
  conversation_turns: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      return {
        id,
        workspace_id: workspaceId,
        conversation_id: randomUUID(),
        number: 1,
        speaker: 'agent',
        text: 't',
        source: 'agent',
      }
    },
    change: { text: 'changed' },
    belongsTo: { conversation_id: 'conversations' },
  },
  talk_recordings: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xx-x---yy',
    row: ({ workspaceId }) => ({
      conversation_id: randomUUID(),
      workspace_id: workspaceId,
      consent_version: 1,
      days: 30,
    }),
    change: { days: 365 },
    key: ['conversation_id'],
    belongsTo: { conversation_id: 'conversations' },
  },
  talk_sounds: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      return {
        turn_id: id,
        workspace_id: workspaceId,
        conversation_id: randomUUID(),
        path: `${workspaceId}/${id}.wav`,
        bytes: 1,
        duration_ms: 1,
      }
    },
    change: { duration_ms: 2 },
    key: ['turn_id'],
    belongsTo: { conversation_id: 'talk_recordings' },
  },
  live_talks: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => ({
      conversation_id: randomUUID(),
      workspace_id: workspaceId,
      step_order: 1,
      phase: 'present',
    }),
    change: { phase: 'changed' },
    key: ['conversation_id'],
    belongsTo: { conversation_id: 'conversations' },
  },
  handovers: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      return { id, workspace_id: workspaceId, conversation_id: randomUUID(), state: 'ringing' }
    },
    change: { state: 'left' },
    belongsTo: { conversation_id: 'conversations' },
  },
  member_availability: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId, owner }) => ({ workspace_id: workspaceId, user_id: owner.user.id }),
    change: { is_available: true },
    key: ['workspace_id', 'user_id'],
  },
  leads: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xx-xy-yyy',
    delete: 'xx-x---yy',
    row: ({ workspaceId, demoId }) => {
      const id = randomUUID()
      return {
        id,
        workspace_id: workspaceId,
        demo_id: demoId,
        demo_name: 'Tour',
        card_title: 'Hello',
        email: 'ada@example.com',
        name: 'Ada',
      }
    },
    change: { status: 'open' },
  },
  lead_notices: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => ({ lead_id: randomUUID(), workspace_id: workspaceId }),
    change: { mails: 0 },
    key: ['lead_id'],
    belongsTo: { lead_id: 'leads' },
  },
  webhooks: {
    select: 'xx-----yy',
    insert: 'xxxxxxxxx',
    update: 'xx-x---yy',
    delete: 'xx-x---yy',
    row: ({ workspaceId }) => ({
      id: randomUUID(),
      workspace_id: workspaceId,
      format: 'json',
      host: 'hooks.example.com',
    }),
    change: { is_on: false },
  },
  webhook_secrets: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: () => ({ webhook_id: randomUUID(), sealed: 'x' }),
    change: { sealed: 'y' },
    key: ['webhook_id'],
    belongsTo: { webhook_id: 'webhooks' },
  },
  webhook_deliveries: {
    select: 'xx-----yy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => ({
      id: randomUUID(),
      workspace_id: workspaceId,
      webhook_id: randomUUID(),
      event: 'test',
      due_at: null,
    }),
    change: { attempts: 2 },
    belongsTo: { webhook_id: 'webhooks' },
  },
  availability: {
    select: 'xx-yyyyyy',
    insert: 'xxxxyxyyy',
    update: 'xx-xy-yyy',
    delete: 'xx-x---yy',
    row: ({ workspaceId, spareAgents, owner }) => ({
      agent_id: spareAgents.pop(),
      workspace_id: workspaceId,
      time_zone: 'Europe/Berlin',
      weekly_hours: [],
      organiser_email: owner.user.email,
      place: 'By phone',
    }),
    change: { is_on: true },
    key: ['agent_id'],
  },
  calendar_connections: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xx-xy-yyy',
    row: ({ workspaceId }) => ({ id: connectionId, workspace_id: workspaceId, kind: 'cal_com' }),
    change: { hint: 'y' },
  },
  calendar_secrets: {
    select: 'xxxxxxxxx',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: () => ({ connection_id: randomUUID(), sealed: 'x' }),
    change: { sealed: 'y' },
    key: ['connection_id'],
    belongsTo: { connection_id: 'calendar_connections' },
  },
  meetings: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      return {
        id,
        workspace_id: workspaceId,
        demo_name: 'Tour',
        starts_at: '2100-01-01T09:00:00Z',
        ends_at: '2100-01-01T09:30:00Z',
        email: 'ada@example.com',
        name: 'Ada',
        time_zone: 'UTC',
        organiser_email: 'rosa@example.com',
        organiser_name: 'Rosa',
        place: 'By phone',
        idempotency_key: id,
      }
    },
    change: { status: 'cancelled' },
  },
  visits: {
    select: 'xx-yyyyyy',
    insert: 'xxxxxxxxx',
    update: 'xxxxxxxxx',
    delete: 'xxxxxxxxx',
    row: ({ workspaceId }) => {
      const id = randomUUID()
      return {
        id,
        workspace_id: workspaceId,
        session_id: id,
        day: '2026-01-01',
        started_at: '2026-01-01T00:00:00Z',
        last_seen_at: '2026-01-01T00:00:00Z',
        entry_event_id: id,
        visitor: 'v',
        demo_version: 1,
        link: '',
        source: 'direct',
        device: 'desktop',
        browser: 'Chrome',
        entry_url: 'https://example.com',
        traffic: 'human',
      }
    },
    change: { source: 'changed' },
  },
} satisfies Readonly<Record<string, TableRights>>
