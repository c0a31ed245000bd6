import type { RealtimeHub } from '#backend/realtime/realtime-hub.ts'
import type { AgentHub } from '#server/agent/agent-hub.ts'
import type { Services } from '#server/services.ts'

import { byLabel, single, type Family } from './exposition.ts'

/** Figures that components of this process count themselves; no queries. */
export function componentFamilies(services: Services, agent: AgentHub): readonly Family[] {
  const { backend } = services
  return [
    ...(backend === null ? [] : databaseFamilies(services)),
    ...(backend === null ? [] : realtimeFamilies(backend.realtime)),
    ...agentFamilies(agent),
    ...hearingFamilies(services),
    ...trackingFamilies(services),
    ...proxyFamilies(services),
    byLabel('understudy_mails_total', 'counter', 'Mails delivered or given up.', 'outcome', {
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
      'Requests whose X-Forwarded-For was ignored because TRUSTED_PROXY does not name the sender.',
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
    single('understudy_database_waiting', 'gauge', 'Transactions waiting for a connection or their turn.', waiting),
    single('understudy_database_running', 'gauge', 'Connections in use; PGlite has one.', running),
    single('understudy_database_running_max', 'gauge', 'Maximum connections.', runningMax),
    single(
      'understudy_database_refused_total',
      'counter',
      'Transactions refused because too many were waiting.',
      refused,
    ),
  ]
  if (pglite === null) return families
  return [
    ...families,
    byLabel('understudy_database_restarts_total', 'counter', 'Times PGlite was restarted.', 'reason', {
      ...pglite.replacements,
    }),
    single(
      'understudy_database_cancelled_total',
      'counter',
      'Transactions PGlite cancelled because they took too long.',
      pglite.cancelled,
    ),
    single(
      'understudy_database_writes_since_checkpoint',
      'gauge',
      'Writes since the last checkpoint, which starts at least once a minute.',
      pglite.writesSinceCheckpoint,
    ),
  ]
}

function realtimeFamilies(hub: RealtimeHub): readonly Family[] {
  const { sockets, channels, waiting, waitingMs, lastLatenessMs, delivered } = hub.figures
  return [
    single('understudy_realtime_sockets', 'gauge', 'Browsers connected to realtime.', sockets),
    single('understudy_realtime_channels', 'gauge', 'Realtime channels that browsers have joined.', channels),
    single('understudy_realtime_notices_waiting', 'gauge', 'Changes seen but not yet sent to subscribers.', waiting),
    single('understudy_realtime_waiting_seconds', 'gauge', 'Age of the oldest change not yet sent.', waitingMs / 1e3),
    single(
      'understudy_realtime_lateness_seconds',
      'gauge',
      'Delay of the oldest change in the last delivery.',
      lastLatenessMs / 1e3,
    ),
    single('understudy_realtime_notices_told_total', 'counter', 'Changes delivered.', delivered),
  ]
}

function agentFamilies(agent: AgentHub): readonly Family[] {
  const { open, opened, refused } = agent.figures()
  return [
    single('understudy_agent_talks_open', 'gauge', 'Open conversations with the agent.', open),
    single('understudy_agent_talks_total', 'counter', 'Conversations started with the agent.', opened),
    byLabel(
      'understudy_agent_talks_refused_total',
      'counter',
      'Visitors refused: their network started too many, has too many open, or the server is full.',
      'limit',
      refused,
    ),
  ]
}

function hearingFamilies({ hearings }: Services): readonly Family[] {
  const { open, opened, lost } = hearings.figures()
  return [
    single('understudy_hearing_connections_open', 'gauge', 'Open connections to the speech recogniser.', open),
    single('understudy_hearing_connections_total', 'counter', 'Connections opened to the speech recogniser.', opened),
    single('understudy_hearing_failures_total', 'counter', 'Connections to the speech recogniser that failed.', lost),
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
      'When this process last rolled up all events.',
      rolledUpAtMs / 1e3,
    ),
  ]
}
