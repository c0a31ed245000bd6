import { queryOptions } from '@tanstack/react-query'

import { captureSessions, type CaptureSession } from '#domain/capture-session.ts'

import { ask, withTotal } from '../../lib/call-backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'
import { dayText } from '../../lib/dates.ts'

export interface ListedSession extends CaptureSession {
  readonly captureCount: number
  /** A demo that uses captures of this session, or null. */
  readonly demoId: string | null
}

export interface SessionList {
  readonly captureCount: number
  /** The newest ones. */
  readonly sessions: readonly ListedSession[]
}

const shownMax = 20

/** The workspace's sessions. Shares the demo list's query key, so that adding a demo refetches them. */
export const captureSessionsQuery = queryOptions({ queryKey: ['demos', 'sessions'], queryFn: loadCaptureSessions })

/** Spec §7: the number of captures, and their sessions, newest first. */
async function loadCaptureSessions(): Promise<SessionList> {
  const workspaceId = await currentWorkspaceId('sessionsFailed')
  const [counted, captures] = await Promise.all([
    ask('sessionsFailed', async (client) =>
      withTotal(
        await client.from('captures').select('*', { count: 'exact', head: true }).eq('workspace_id', workspaceId),
      ),
    ),
    ask('sessionsFailed', (client) =>
      client
        .from('captures')
        .select('session_id, url, timestamp')
        .eq('workspace_id', workspaceId)
        .order('timestamp', { ascending: false }),
    ),
  ])
  const sessions = captureSessions(captures, dayText).slice(0, shownMax)
  const ids = sessions.map(({ id }) => id)
  const steps = await ask('sessionsFailed', (client) =>
    client
      .from('demo_steps')
      .select('demo_id, captures!inner(session_id)')
      .in('captures.session_id', ids)
      .overrideTypes<UsedCapture[], { merge: false }>(),
  )
  const counts = Map.groupBy(captures, ({ session_id }) => session_id)
  const demos = new Map(steps.map((step) => [step.captures.session_id, step.demo_id]))
  return {
    captureCount: counted.total,
    sessions: sessions.map((session) => ({
      ...session,
      captureCount: counts.get(session.id)?.length ?? 0,
      demoId: demos.get(session.id) ?? null,
    })),
  }
}

interface UsedCapture {
  readonly demo_id: string
  readonly captures: { readonly session_id: string }
}
