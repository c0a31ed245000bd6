import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { getRequestListener } from '@hono/node-server'

import { startRemovingFiles } from './account/workspace-files.ts'
import { attachAgent } from './agent/attach-agent.ts'
import { createApp } from './app.ts'
import { keepAddressRules } from './auth/address-rules.ts'
import { startHousekeeping } from './auth/housekeeping.ts'
import { startMeetingNotices } from './meetings/meeting-notices.ts'
import { measuringOf } from './metrics/measuring.ts'
import type { OpenedServices } from './open-services.ts'
import { openOperatorSocket } from './operator/operator-socket.ts'
import { attachRealtime } from './realtime/attach-realtime.ts'
import { seedSampleDemo } from './seed/sample-demo.ts'
import { startSweeping } from './storage/sweep.ts'
import { createShortWay } from './tracking/short-way.ts'
import { trackingService } from './tracking/tracking-service.ts'

const drainMs = 4_500

export interface Serving {
  /** Whatever is asked; while it is being closed, in a way that sends people elsewhere. */
  readonly answer: RequestListener
  /** Begins what is done beside requests and nobody waits for. */
  readonly lookAfter: () => void
  /** Ends everything, and the services with it; `hurry` cuts the time in which others learn of it. */
  readonly close: (hurry: AbortSignal) => Promise<void>
}

/** Makes everything that answers requests with these services. */
export async function beginServing(server: Server, opened: OpenedServices, root: string): Promise<Serving> {
  const { services } = opened
  const { config, log } = services
  if (config.embedded !== null) await keepAddressRules(services)
  const agent = attachAgent(server, services)
  const realtime = await attachRealtime(server, services)
  const operator = await openOperatorSocket(services)
  const app = createApp(services)
  const answerGenerally = getRequestListener(app.fetch)
  const takeShortWay = await createShortWay(services, app)
  const answerOneWay: RequestListener = (request, response) => {
    if (!takeShortWay(request, response)) void answerGenerally(request, response)
  }
  const measuring = measuringOf(services)
  const handle = measuring === null ? answerOneWay : measuring.counted(answerOneWay)
  await seedSampleDemo(services, join(root, 'sample')).catch((error: unknown) =>
    log.error({ err: error }, 'The product goes on without its sample demo'),
  )
  const tracking = trackingService(services)
  tracking.job.start()

  const ends: (() => void)[] = config.embedded === null ? [] : [startHousekeeping(services)]
  let isDraining = false
  return {
    answer: (request, response) =>
      isDraining ? answerWhileDraining(request, response, handle) : handle(request, response),
    lookAfter() {
      ends.push(startRemovingFiles(services), startMeetingNotices(services))
      if (config.embedded !== null) ends.push(startSweeping(services))
    },
    async close(hurry) {
      ends.forEach((end) => end())
      isDraining = true
      await delay(config.drainMs, undefined, { signal: hurry }).catch(() => undefined)
      await Promise.all([agent.close(), realtime.close()])
      await drain(server)
      measuring?.close()
      await operator.close()
      await tracking.writer.close()
      await tracking.job.stop()
      await opened.close()
    },
  }
}

/** Whoever shares out the work learns that none should come here any more; what comes nevertheless is done. */
function answerWhileDraining(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
  response.shouldKeepAlive = false
  if (request.url !== '/healthz') return handle(request, response)
  response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ status: 'draining' }))
}

/** Lets running requests finish, ends connections as soon as they are idle, and whatever is left at the deadline. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection whose last answer has gone out would otherwise be kept for the next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}
