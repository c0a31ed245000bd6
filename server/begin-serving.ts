import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { getRequestListener } from '@hono/node-server'

import { saveAddressRules } from '#backend/auth/address-rules.ts'
import { createAddressReader } from '#backend/http/client-address.ts'
import { startHousekeeping } from '#backend/auth/housekeeping.ts'
import { attachRealtime } from '#backend/realtime/attach-realtime.ts'
import { startSweeping } from '#backend/storage/sweep.ts'

import { startRemovingFiles } from './account/workspace-files.ts'
import { createAgentHub } from './agent/agent-hub.ts'
import { attachAgent } from './agent/attach-agent.ts'
import { startLeadNotices } from './agent/lead-notices.ts'
import { createApp } from './app.ts'
import { createServices } from './create-services.ts'
import { startErasingFromOutbox } from './account/erase-from-outbox.ts'
import { boundUnreadAnswers } from './http/bound-unread-answers.ts'
import { takeTurns } from './http/take-turns.ts'
import { startMeetingNotices } from './meetings/meeting-notices.ts'
import { startMeasuring } from './metrics/measuring.ts'
import type { OpenedServer } from './open-server.ts'
import { openOperatorSocket } from './operator/operator-socket.ts'
import { startRemovingPictures } from './pictures/picture-files.ts'
import { startSeeding } from './seed/sample-demo.ts'
import { createFastPath } from './tracking/fast-path.ts'
import { startRemovingClips } from './speech/speech-clips.ts'
import { startWebhooks } from './webhooks/send-webhooks.ts'

const drainMs = 4_500

export interface Serving {
  /** Answers requests; 503 while closing, so load balancers move on. */
  readonly answer: RequestListener
  /** Starts background jobs. */
  readonly startBackgroundJobs: () => void
  /** Closes everything including the services; `hurry` shortens the time load balancers get to notice. */
  readonly close: (hurry: AbortSignal) => Promise<void>
}

/** Builds everything that answers requests. */
export async function beginServing(server: Server, opened: OpenedServer, root: string): Promise<Serving> {
  const services = createServices(opened.base)
  const { backend, config, proxies, tracking } = services
  if (backend !== null) await saveAddressRules(backend.services)
  const agentHub = createAgentHub(services)
  const agent = attachAgent(server, services, agentHub)
  const realtime = backend === null ? null : await attachRealtime(server, backend.realtime)
  const operator = await openOperatorSocket(services)
  const measuring = startMeasuring(services, agentHub)
  const app = createApp(services, { agent: agentHub, measuring })
  const answerWithApp = getRequestListener(app.fetch)
  const tryFastPath = await createFastPath(services, app)
  const readAddress = createAddressReader(config.trustedProxies)
  const addressOf = ({ socket, headers }: IncomingMessage): string =>
    readAddress(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''))
  const answerOne: RequestListener = (request, response) => {
    proxies.see(request)
    if (!tryFastPath(request, response)) void answerWithApp(request, response)
  }
  const answerRequest = takeTurns(boundUnreadAnswers(answerOne, { addressOf }), { addressOf })
  const handle = measuring === null ? answerRequest : measuring.counted(answerRequest)
  const endSeeding = await startSeeding(services, join(root, 'sample'))
  tracking.job.start()

  const ends: (() => void)[] = [endSeeding]
  if (backend !== null) ends.push(startHousekeeping(backend.services))
  let isDraining = false
  return {
    answer: (request, response) =>
      isDraining ? answerWhileDraining(request, response, handle) : handle(request, response),
    startBackgroundJobs() {
      ends.push(services.sources.start())
      ends.push(startRemovingFiles(services), startErasingFromOutbox(services), startRemovingPictures(services))
      ends.push(startRemovingClips(services.speech.clips))
      ends.push(startMeetingNotices(services), startLeadNotices(services), startWebhooks(services))
      if (backend !== null) ends.push(startSweeping(backend.services))
    },
    async close(hurry) {
      ends.forEach((end) => end())
      isDraining = true
      await delay(config.drainMs, undefined, { signal: hurry }).catch(() => undefined)
      await Promise.all([agent.close(), realtime?.close()])
      await services.recordings.settled()
      await drain(server)
      measuring?.close()
      await operator.close()
      await tracking.writer.close()
      await tracking.job.stop()
      await opened.close()
    },
  }
}

/** Load balancers learn to stop sending; requests that still arrive are served. */
function answerWhileDraining(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
  response.shouldKeepAlive = false
  if (request.url !== '/healthz') return handle(request, response)
  response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ status: 'draining' }))
}

/** Lets running requests finish, closes connections as they go idle, and the rest at the deadline. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection whose last answer was sent would otherwise be kept alive.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}
