import { queryOptions } from '@tanstack/react-query'

import { captureSessions, type CaptureSession } from '#domain/capture-session.ts'

import { BackendError, unwrap } from '../../lib/backend-error.ts'
import { loadClient } from '../../lib/backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'
import { dayText } from '../../lib/dates.ts'

export interface ListedSession extends CaptureSession {
  /** One that shows captures of it; null when none does. */
  readonly demoId: string | null
}

export interface SessionList {
  readonly captureCount: number
  /** The newest ones. */
  readonly sessions: readonly ListedSession[]
}

const shownMax = 20

/** Of the workspace one is in; under the list's own key, so that what adds a demo loads them again. */
export const captureSessionsQuery = queryOptions({ queryKey: ['demos', 'sessions'], queryFn: loadCaptureSessions })

/** Spec §7: the count of the captures, and each one's session, newest first. */
async function loadCaptureSessions(): Promise<SessionList> {
  const client = await loadClient().catch((error: unknown) => {
    throw new BackendError('sessionsFailed', 'unreachable', error)
  })
  const workspaceId = await currentWorkspaceId('sessionsFailed')
  const captures = () => client.from('captures')
  const [counted, listed] = await Promise.all([
    captures().select('*', { count: 'exact', head: true }).eq('workspace_id', workspaceId),
    captures()
      .select('session_id, url, timestamp')
      .eq('workspace_id', workspaceId)
      .order('timestamp', { ascending: false }),
  ])
  unwrap(counted, 'sessionsFailed')
  const sessions = captureSessions(unwrap(listed, 'sessionsFailed') ?? [], dayText).slice(0, shownMax)
  const ids = sessions.map(({ id }) => id)
  const used = await client
    .from('demo_steps')
    .select('demo_id, captures!inner(session_id)')
    .in('captures.session_id', ids)
  const steps = (unwrap(used, 'sessionsFailed') ?? []) as unknown as readonly UsedCapture[]
  const demos = new Map(steps.map((step) => [step.captures.session_id, step.demo_id]))
  return {
    captureCount: counted.count ?? 0,
    sessions: sessions.map((session) => ({ ...session, demoId: demos.get(session.id) ?? null })),
  }
}

interface UsedCapture {
  readonly demo_id: string
  readonly captures: { readonly session_id: string }
}
