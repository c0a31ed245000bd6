import { loadClient } from '../../lib/backend.ts'
import { followTable } from '../../lib/follow-table.ts'

/** A live visit as shown. */
export interface LiveVisit {
  readonly id: string
  readonly demo_id: string | null
  readonly demo_version: number
  readonly link: string
  readonly traffic: string
  readonly source: string
  readonly device: string
  readonly entry_url: string
  readonly started_at: string
  readonly last_seen_at: string
  readonly exit_step_id: string | null
}

export interface VisitListener {
  readonly onVisits: (visits: readonly LiveVisit[]) => void
  readonly onGone: (id: string) => void
  readonly onStatus: (isLive: boolean) => void
  /** Whether there were more than could be loaded. */
  readonly onCut: (isCut: boolean) => void
}

/** After this long without activity a visitor counts as gone. */
export const liveMs = 5 * 60_000

const columns =
  'id,demo_id,demo_version,link,traffic,source,device,entry_url,started_at,last_seen_at,exit_step_id' as const
const readMax = 200

/** Follows the workspace's recent visits until `signal` aborts. */
export async function followVisits(workspaceId: string, listener: VisitListener, signal: AbortSignal): Promise<void> {
  const client = await loadClient()
  if (signal.aborted) return

  async function readLatest(): Promise<void> {
    const { data, error } = await client
      .from('visits')
      .select(columns)
      .eq('workspace_id', workspaceId)
      .gte('last_seen_at', new Date(Date.now() - liveMs).toISOString())
      .order('last_seen_at', { ascending: false })
      .limit(readMax)
    if (signal.aborted) return
    listener.onStatus(error === null)
    if (data === null) return
    listener.onCut(data.length === readMax)
    listener.onVisits(data)
  }

  await followTable<LiveVisit>(
    'visits',
    `workspace_id=eq.${workspaceId}`,
    {
      onChange: (change) => {
        if (change.eventType === 'DELETE') listener.onGone(String(change.old.id))
        else listener.onVisits([change.new])
      },
      onJoined: () => void readLatest(),
      onLost: () => listener.onStatus(false),
    },
    signal,
  )
}
