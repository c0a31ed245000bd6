import type { Database } from '#backend/database/database.ts'

import type { Broadcast } from './phoenix-frame.ts'

/** A broadcast sent by the database. */
export interface StoredMessage {
  readonly id: string
  readonly topic: string
  readonly isPrivate: boolean
  readonly broadcast: Broadcast
}

export interface Replay {
  readonly sinceMs: number
  readonly limit: number
}

/** Null when already deleted. */
export async function fetchMessage(database: Database, id: string): Promise<StoredMessage | null> {
  const [result] = await database.transaction('system', [{ text: `${selectText} where id = $1`, values: [id] }], {
    readOnly: true,
  })
  const row = result?.rows[0]
  return row === undefined ? null : toMessage(row)
}

/** The newest messages of a private channel, oldest first. */
export async function messagesToReplay(
  database: Database,
  topic: string,
  { sinceMs, limit }: Replay,
): Promise<readonly StoredMessage[]> {
  // The id breaks ties between equal timestamps.
  const text = `${selectText} where topic = $1 and extension = 'broadcast' and private and event is not null
    and inserted_at >= to_timestamp($2 / 1000.0) at time zone 'utc' order by inserted_at desc, ctid desc limit $3`
  const [result] = await database.transaction('system', [{ text, values: [topic, sinceMs, limit] }], { readOnly: true })
  return (result?.rows ?? []).map(toMessage).toReversed()
}

/** Deletes messages past the replay window. */
export async function deleteOldMessages(database: Database): Promise<void> {
  const text = "delete from realtime.messages where inserted_at < (now() at time zone 'utc') - interval '3 days'"
  await database.transaction('system', [{ text }])
}

const selectText = 'select id, topic, event, payload::text as content, private from realtime.messages'

function toMessage(row: Readonly<Record<string, unknown>>): StoredMessage {
  const broadcast = { event: String(row['event']), content: String(row['content']) }
  return { id: String(row['id']), topic: String(row['topic']), isPrivate: row['private'] === true, broadcast }
}
