import type { Hono } from 'hono'

import type { Backend } from '#backend/create-backend.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { RealtimeLimits } from '#backend/realtime/realtime-limits.ts'
import { createAgentHub, type AgentHub } from '#server/agent/agent-hub.ts'
import type { AgentLimits } from '#server/agent/agent-limits.ts'
import { createApp } from '#server/app.ts'
import { createServices } from '#server/create-services.ts'
import { startMeasuring } from '#server/metrics/measuring.ts'
import type { ServerBase, Services } from '#server/services.ts'

export interface ServerApp {
  readonly app: Hono<AppEnv>
  readonly services: Services
  readonly agent: AgentHub
  /** The Supabase-compatible half. */
  readonly backend: Backend
}

export interface ServerAppLimits {
  readonly realtimeLimits?: Partial<RealtimeLimits>
  readonly agentLimits?: Partial<AgentLimits>
}

/** Everything a server process answers with, without a socket; two on one base act as two processes. */
export function createServerApp(base: ServerBase, { realtimeLimits, agentLimits }: ServerAppLimits = {}): ServerApp {
  const services = createServices(base, realtimeLimits)
  const { backend } = services
  if (backend === null) throw new Error('These settings name Supabase as the backend')
  const agent = createAgentHub(services, agentLimits)
  return { app: createApp(services, { agent, measuring: startMeasuring(services, agent) }), services, agent, backend }
}
