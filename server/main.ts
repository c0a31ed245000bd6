import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { getRequestListener } from '@hono/node-server'
import pino from 'pino'

import { startRemovingFiles } from './account/workspace-files.ts'
import { attachAgent } from './agent/attach-agent.ts'
import { createApp } from './app.ts'
import { startHousekeeping } from './auth/housekeeping.ts'
import { ConfigError, loadConfig, readEnvironment, withChosenPort, type Config } from './config.ts'
import { DatabaseError } from './database/database.ts'
import { DirectoryInUseError } from './database/directory-lock.ts'
import { openServices } from './open-services.ts'
import { measuringOf } from './metrics/measuring.ts'
import { openOperatorSocket } from './operator/operator-socket.ts'
import { attachRealtime } from './realtime/attach-realtime.ts'
import { seedSampleDemo } from './seed/sample-demo.ts'
import { cannotSayYet, isAskingHowFar } from './storage/resumable-headers.ts'
import { startMeetingNotices } from './meetings/meeting-notices.ts'
import { startSweeping } from './storage/sweep.ts'
import { createShortWay } from './tracking/short-way.ts'
import { trackingService } from './tracking/tracking-service.ts'

/* Opens everything, says that it is ready, and on SIGTERM or SIGINT closes everything in the opposite order. */

const drainMs = 4_500
const root = dirname(import.meta.dirname)

await serve().catch((error: unknown) => {
  stop(error)
})

async function serve(): Promise<void> {
  const settings = loadConfig(readEnvironment(root))
  const log = pino({ level: settings.logLevel, redact: ['req.headers.authorization', 'req.headers.apikey'] })

  const server = createServer()
  let answer: RequestListener = (request, response) => {
    const status = isAskingHowFar(request.method, request.url) ? cannotSayYet : 503
    response.writeHead(status, { 'retry-after': '1', 'content-type': 'text/plain' }).end('Understudy is starting.')
  }
  server.on('request', (request, response) => answer(request, response))

  await listen(server, settings)
  const config = withChosenPort(settings, (server.address() as AddressInfo).port)
  const opened = await openServices(config, log)
  const agent = attachAgent(server, opened.services)
  const realtime = await attachRealtime(server, opened.services)
  const operator = await openOperatorSocket(opened.services)
  const app = createApp(opened.services)
  const answerGenerally = getRequestListener(app.fetch)
  const takeShortWay = await createShortWay(opened.services, app)
  const answerOneWay: RequestListener = (request, response) => {
    if (!takeShortWay(request, response)) void answerGenerally(request, response)
  }
  const measuring = measuringOf(opened.services)
  const handle = measuring === null ? answerOneWay : measuring.counted(answerOneWay)
  await seedSampleDemo(opened.services, join(root, 'sample')).catch((error: unknown) =>
    log.error({ err: error }, 'The product goes on without its sample demo'),
  )
  answer = handle
  const stopHousekeeping = config.embedded === null ? () => undefined : startHousekeeping(opened.services)

  const hurry = new AbortController()
  const tracking = trackingService(opened.services)
  tracking.job.start()

  let isClosing = false
  let endRemoving = (): void => undefined
  let endSweeping = (): void => undefined
  let endNotices = (): void => undefined
  const close = async (): Promise<void> => {
    // Who asks twice doesn't want to wait.
    if (isClosing) return hurry.abort()
    isClosing = true
    stopHousekeeping()
    endRemoving()
    endSweeping()
    endNotices()
    answer = (request, response) => answerWhileDraining(request, response, handle)
    await delay(config.drainMs, undefined, { signal: hurry.signal }).catch(() => undefined)
    await Promise.all([agent.close(), realtime.close()])
    await drain(server)
    measuring?.close()
    await operator.close()
    await tracking.writer.close()
    await tracking.job.stop()
    await opened.close()
    process.exit(0)
  }
  // A promise nobody waited for is a mistake in one request; the others' work goes on.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'Something that ran beside a request failed'))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close().catch(stop))
  process.stdout.write(`Understudy is ready on ${config.publicUrl}\n`)
  // Node keeps them when a process ends by itself; one that is killed should start again as quickly.
  setImmediate(flushCompileCache)
  endRemoving = startRemovingFiles(opened.services)
  endNotices = startMeetingNotices(opened.services)
  if (config.embedded !== null) endSweeping = startSweeping(opened.services)
}

async function listen(server: Server, config: Config): Promise<void> {
  server.listen(config.port, config.host)
  await once(server, 'listening')
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

function stop(error: unknown): never {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exit(1)
}

function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DirectoryInUseError) return error.message
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DatabaseError || error.cause instanceof DatabaseError) {
    return `Understudy cannot start without its database. ${error.message}`
  }
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${String(error.port)} is in use. Stop the program that has it, or set PORT to another number (0 picks a free one).`
  }
  if ('code' in error && error.code === 'EACCES' && 'port' in error) {
    return `Port ${String(error.port)} may not be used by this user. Set PORT to a number above 1023.`
  }
  if ('code' in error && ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(error.code))) {
    return 'HOST is not an address of this machine. Set it to 127.0.0.1, or to 0.0.0.0 to be reachable from others.'
  }
  return error.stack ?? error.message
}
