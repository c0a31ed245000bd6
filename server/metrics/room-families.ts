import type { RealtimeHub } from '#backend/realtime/realtime-hub.ts'
import type { AgentHub } from '#server/agent/agent-hub.ts'
import type { Services } from '#server/services.ts'

import { byLabel, single, type Family } from './exposition.ts'

/** What the rooms of this process have counted by themselves; nobody is asked. */
export function roomFamilies(services: Services, agent: AgentHub): readonly Family[] {
  const { backend } = services
  return [
    ...(backend === null ? [] : databaseFamilies(services)),
    ...(backend === null ? [] : realtimeFamilies(backend.realtime)),
    ...agentFamilies(agent),
    ...trackingFamilies(services),
    ...proxyFamilies(services),
    byLabel('understudy_mails_total', 'counter', 'Mails handed over or given up.', 'outcome', {
      ...services.delivery.mail.counts,
    }),
  ]
}

function proxyFamilies(services: Services): readonly Family[] {
  const { proxies } = services
  return [
    single(
      'understudy_forwarded_ignored_total',
      'counter',
      'Requests whose X-Forwarded-For was ignored, because TRUSTED_PROXY does not name who sent it.',
      proxies.ignored(),
    ),
    byLabel('understudy_setting_missing', 'gauge', '1 for a setting that seems to be missing.', 'setting', {
      TRUSTED_PROXY: proxies.isWorried() ? 1 : 0,
    }),
  ]
}

function databaseFamilies({ database }: Services): readonly Family[] {
  const { waiting, running, runningMax, refused, pglite } = database.load()
  const families = [
    single('understudy_database_waiting', 'gauge', 'Transactions that wait for a connection or their turn.', waiting),
    single('understudy_database_running', 'gauge', 'Connections in use; of PGlite there is one.', running),
    single('understudy_database_running_max', 'gauge', 'Connections that may be in use at once.', runningMax),
    single('understudy_database_refused_total', 'counter', 'Transactions refused because too many waited.', refused),
  ]
  if (pglite === null) return families
  return [
    ...families,
    byLabel('understudy_database_restarts_total', 'counter', 'Times that PGlite was started anew.', 'reason', {
      ...pglite.replacements,
    }),
    single(
      'understudy_database_cancelled_total',
      'counter',
      'Transactions that PGlite cancelled because they took too long.',
      pglite.cancelled,
    ),
    single(
      'understudy_database_writes_since_checkpoint',
      'gauge',
      'Writes since the last checkpoint began, one a minute or sooner.',
      pglite.writesSinceCheckpoint,
    ),
  ]
}

function realtimeFamilies(hub: RealtimeHub): readonly Family[] {
  const { sockets, channels, waiting, waitingMs, lastLatenessMs, delivered } = hub.figures
  return [
    single('understudy_realtime_sockets', 'gauge', 'Browsers connected to realtime.', sockets),
    single('understudy_realtime_channels', 'gauge', 'Channels they have joined.', channels),
    single('understudy_realtime_notices_waiting', 'gauge', 'Changes noticed and not told to subscribers yet.', waiting),
    single('understudy_realtime_waiting_seconds', 'gauge', 'For how long the oldest of them waits.', waitingMs / 1e3),
    single(
      'understudy_realtime_lateness_seconds',
      'gauge',
      'How long the oldest of those told last had waited.',
      lastLatenessMs / 1e3,
    ),
    single('understudy_realtime_notices_told_total', 'counter', 'Changes noticed and told.', delivered),
  ]
}

function agentFamilies(agent: AgentHub): readonly Family[] {
  const { open, opened, refused } = agent.figures()
  return [
    single('understudy_agent_talks_open', 'gauge', 'Talks with the agent that go on.', open),
    single('understudy_agent_talks_total', 'counter', 'Talks with the agent that were begun.', opened),
    byLabel(
      'understudy_agent_talks_refused_total',
      'counter',
      'Visitors sent away: their network started too many, has too many open, or the server has.',
      'limit',
      refused,
    ),
  ]
}

function trackingFamilies(services: Services): readonly Family[] {
  const { counts, job } = services.tracking
  const rolledUpAtMs = job.rolledUpAtMs()
  const families = [
    byLabel('understudy_tracking_events_total', 'counter', 'Events acknowledged or refused.', 'outcome', { ...counts }),
  ]
  if (rolledUpAtMs === null) return families
  return [
    ...families,
    single(
      'understudy_tracking_rolled_up_timestamp_seconds',
      'gauge',
      'When this process last rolled up all events there were.',
      rolledUpAtMs / 1e3,
    ),
  ]
}
