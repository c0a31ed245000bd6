import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'

import type { AgentLimits } from '#server/agent/agent-limits.ts'
import { attachAgent } from '#server/agent/attach-agent.ts'

import { startBackend, type Backend, type BackendOptions } from './backend.ts'
import { createServerApp } from './server-app.ts'

export interface AgentServer {
  readonly url: string
  readonly backend: Backend
  /** Resolves when every turn so far is stored. */
  readonly stored: () => Promise<void>
  /** Ends all conversations, as a draining server does. */
  readonly drain: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Limits that don't get in the way of a test. */
const wideLimits: Partial<AgentLimits> = {
  startsPerNetwork: 1_000,
  concurrentPerNetwork: 1_000,
  bookingsPerNetwork: 1_000,
  bookingsPerDay: 1_000,
  sentencesPerNetwork: 1_000_000,
  turnIntervalMs: 0,
}

/** A backend listening on its own port, for tests that need a real socket. */
export async function startAgentServer(
  limits: Partial<AgentLimits> = {},
  options: BackendOptions = {},
): Promise<AgentServer> {
  const backend = await startBackend({ ...options, agentLimits: { ...wideLimits, ...limits } })
  const { url, drain, close } = await listen({ ...backend, hub: backend.agent })
  return {
    url,
    backend,
    stored: () => backend.agent.flush(),
    drain,
    close: async () => {
      await close()
      await backend.close()
    },
  }
}

export interface Neighbour {
  readonly url: string
  readonly drain: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A second server on the same database and files. */
export async function startNeighbour({ backend }: AgentServer, limits: Partial<AgentLimits> = {}): Promise<Neighbour> {
  const { config, database, files, delivery, log, now } = backend.services
  const base = { config, database, files, delivery, log, now }
  const { app, services, agent } = createServerApp(base, { agentLimits: { ...wideLimits, ...limits } })
  return listen({ app, services, hub: agent })
}

async function listen({
  app,
  services,
  hub,
}: {
  readonly app: Backend['app']
  readonly services: Backend['services']
  readonly hub: Backend['agent']
}): Promise<Neighbour> {
  const handle = getRequestListener(app.fetch)
  const server = createServer((request, response) => void handle(request, response))
  const agent = attachAgent(server, services, hub)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    drain: () => agent.close(),
    close: async () => {
      await agent.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
