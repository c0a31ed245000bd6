import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js'

import { loadRealtime } from './backend.ts'
import { newId } from './new-id.ts'

export interface TableListener<Row extends object> {
  readonly onChange: (change: RealtimePostgresChangesPayload<Row>) => void
  /** After every join: changes during a disconnect are not replayed. */
  readonly onJoined: () => void
  readonly onLost?: () => void
}

/** Follows changes of a published table that the reader may see, until `signal` aborts. */
export async function followTable<Row extends object>(
  table: string,
  filter: string | undefined,
  listener: TableListener<Row>,
  signal: AbortSignal,
): Promise<void> {
  const realtime = await loadRealtime()
  if (signal.aborted) return
  const rows = { event: '*', schema: 'public', table, ...(filter !== undefined && { filter }) } as const
  // A unique name: the previous page's channel may still be closing.
  const channel = realtime
    .channel(`${table}:${newId()}`)
    .on<Row>('postgres_changes', rows, (change) => {
      if (!signal.aborted) listener.onChange(change)
    })
    // A string, because importing the enumeration would bundle the whole client.
    .subscribe((status: string) => {
      if (signal.aborted) return
      if (status === 'SUBSCRIBED') listener.onJoined()
      else listener.onLost?.()
    })
  signal.addEventListener('abort', () => void realtime.removeChannel(channel), { once: true })
}
