import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'

import type { AgentLimits } from '#server/agent/agent-limits.ts'
import { attachAgent } from '#server/agent/attach-agent.ts'

import { startBackend, type Backend, type BackendOptions } from './backend.ts'

export interface AgentServer {
  readonly url: string
  readonly backend: Backend
  /** Resolves when every turn so far is stored. */
  readonly stored: () => Promise<void>
  /** Ends all conversations, as a draining server does. */
  readonly drain: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A backend listening on its own port, for tests that need a real socket. */
export async function startAgentServer(
  limits: Partial<AgentLimits> = {},
  options: BackendOptions = {},
): Promise<AgentServer> {
  const backend = await startBackend({
    ...options,
    agentLimits: {
      startsPerNetwork: 1_000,
      concurrentPerNetwork: 1_000,
      bookingsPerNetwork: 1_000,
      turnIntervalMs: 0,
      ...limits,
    },
  })
  const handle = getRequestListener(backend.app.fetch)
  const server = createServer((request, response) => void handle(request, response))
  const agent = attachAgent(server, backend.services, backend.agent)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    backend,
    stored: () => backend.agent.flush(),
    drain: () => agent.close(),
    close: async () => {
      await agent.close()
      server.closeAllConnections()
      server.close()
      await backend.close()
    },
  }
}
