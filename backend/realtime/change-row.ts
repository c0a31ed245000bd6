import type { VisibilityCheck } from './visibility-check.ts'

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

export type Row = Readonly<Record<string, unknown>>

/** A row of the outbox. */
export interface Change {
  readonly id: string
  readonly xid: bigint
  readonly relation: number
  readonly type: ChangeType
  readonly record: Row | null
  readonly oldRecord: Row | null
  readonly at: string
}

export function toChange(row: Row): Change {
  return {
    id: String(row['id']),
    xid: BigInt(String(row['xid'])),
    relation: Number(row['relation']),
    type: row['type'] as ChangeType,
    record: (row['record'] ?? null) as Row | null,
    oldRecord: (row['old_record'] ?? null) as Row | null,
    at: String(row['at']),
  }
}

/**
 * A change as JSON for a role; `now` is the current row. The old record is only the primary key, except for the service
 * role. Selected columns always include the primary key.
 */
export function changeText(
  { type, oldRecord, at }: Change,
  check: VisibilityCheck,
  now: Row | null,
  role: string,
  select: readonly string[] | null,
): string {
  const { table } = check
  const isWanted = (name: string) => select === null || select.includes(name) || table.keys.includes(name)
  const columns = table.columns.filter(({ name }) => isWanted(name) && !check.isHidden(role, name))
  const oldColumns = role === 'service_role' ? columns : columns.filter(({ name }) => table.keys.includes(name))
  const head = {
    schema: table.schema,
    table: table.name,
    type,
    commit_timestamp: at,
    columns: columns.map(({ name, type: columnType }) => ({ name, type: columnType })),
  }
  const pick = (row: Row | null, from: typeof columns) =>
    Object.fromEntries(row === null ? [] : from.map(({ name }) => [name, row[name] ?? null]))
  const record = pick(now, columns)
  const old = pick(oldRecord, oldColumns)
  const text = JSON.stringify({ ...head, record, old_record: old, errors: null })
  if (Buffer.byteLength(text) <= changeBytesMax) return text
  const errors = ['Error 413: Payload Too Large']
  return JSON.stringify({ ...head, record: dropLongValues(record), old_record: dropLongValues(old), errors })
}

function dropLongValues(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => Buffer.byteLength(JSON.stringify(value)) <= longValueBytes),
  )
}

/** As in Supabase: larger changes are sent without their long values. */
const changeBytesMax = 1_048_576
const longValueBytes = 64
