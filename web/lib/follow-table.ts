import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js'

import { loadClient } from './backend.ts'
import { newId } from './new-id.ts'

export interface TableListener<Row extends object> {
  readonly onChange: (change: RealtimePostgresChangesPayload<Row>) => void
  /** After every join: what happened while the connection was away is told by nobody. */
  readonly onJoined: () => void
  readonly onLost?: () => void
}

/** Tells of each row of a published table that comes, changes or goes, as far as the reader may see it, until `signal`. */
export async function followTable<Row extends object>(
  table: string,
  filter: string | undefined,
  listener: TableListener<Row>,
  signal: AbortSignal,
): Promise<void> {
  const client = await loadClient()
  if (signal.aborted) return
  const rows = { event: '*', schema: 'public', table, ...(filter !== undefined && { filter }) } as const
  // A name of its own: the channel of a page that was just left may not be closed yet.
  const channel = client
    .channel(`${table}:${newId()}`)
    .on<Row>('postgres_changes', rows, (change) => {
      if (!signal.aborted) listener.onChange(change)
    })
    // Named a string: the enumeration itself would bring the whole client into this file.
    .subscribe((status: string) => {
      if (signal.aborted) return
      if (status === 'SUBSCRIBED') listener.onJoined()
      else listener.onLost?.()
    })
  signal.addEventListener('abort', () => void client.removeChannel(channel), { once: true })
}
