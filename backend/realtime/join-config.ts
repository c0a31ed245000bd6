import { isObject } from '#domain/is-object.ts'

import type { ChangeType } from './change-row.ts'
import type { Replay } from './stored-messages.ts'

/** A join's options, with defaults for missing or invalid ones. */
export interface JoinConfig {
  readonly isPrivate: boolean
  readonly isAcknowledged: boolean
  readonly receivesOwn: boolean
  /** Null for no replay. */
  readonly replay: Replay | null
  readonly presenceKey: string
  readonly isPresenceEnabled: boolean
  readonly changes: readonly ChangesConfig[]
  readonly accessToken: string | null
}

export interface ChangesConfig {
  readonly event: ChangeType | '*' | null
  readonly schema: string
  readonly table: string | null
  readonly filter: string | null
  /** Selected columns; null for all. */
  readonly select: readonly string[] | null
  /** Unchanged: the client compares the answer with it. */
  readonly sent: Readonly<Record<string, unknown>>
}

export function parseJoin(payload: Readonly<Record<string, unknown>>): JoinConfig {
  const config = objectAt(payload, 'config')
  const broadcast = objectAt(config, 'broadcast')
  const presence = objectAt(config, 'presence')
  const changes = config['postgres_changes']
  const token = payload['access_token'] ?? payload['user_token']
  return {
    isPrivate: config['private'] === true,
    isAcknowledged: broadcast['ack'] === true,
    receivesOwn: broadcast['self'] === true,
    replay: parseReplay(objectAt(broadcast, 'replay')),
    presenceKey: textAt(presence, 'key') ?? '',
    isPresenceEnabled: 'presence' in config && presence['enabled'] !== false,
    changes: Array.isArray(changes) ? changes.filter(isObject).map(parseChanges) : [],
    accessToken: typeof token === 'string' && token !== '' && !token.startsWith('sb_') ? token : null,
  }
}

function parseReplay({ since, limit }: Readonly<Record<string, unknown>>): Replay | null {
  if (typeof since !== 'number' || !Number.isFinite(since)) return null
  const wanted = typeof limit === 'number' && limit >= 1 ? Math.floor(limit) : replayedMax
  return { sinceMs: Math.max(0, Math.min(since, 8.64e15)), limit: Math.min(wanted, replayedMax) }
}

/** As in Supabase. */
const replayedMax = 25

function parseChanges(sent: Readonly<Record<string, unknown>>): ChangesConfig {
  const event = String(sent['event'] ?? '*').toUpperCase()
  return {
    event: events.find((each) => each === event) ?? null,
    schema: textAt(sent, 'schema') ?? 'public',
    table: textAt(sent, 'table'),
    filter: textAt(sent, 'filter'),
    select: parseColumns(sent['select']),
    sent,
  }
}

/** A list or comma-separated text; empty means all. */
function parseColumns(sent: unknown): readonly string[] | null {
  const names = typeof sent === 'string' ? sent.split(',').map((name) => name.trim()) : Array.isArray(sent) ? sent : []
  const columns = names.filter((name): name is string => typeof name === 'string' && name !== '')
  return columns.length === 0 ? null : columns
}

const events = ['INSERT', 'UPDATE', 'DELETE', '*'] as const

function objectAt(parent: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const value = parent[name]
  return isObject(value) ? value : {}
}

function textAt(parent: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = parent[name]
  return typeof value === 'string' ? value : null
}
