import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'

import pino from 'pino'

import { ConfigError } from '#backend/settings/config-error.ts'
import { DatabaseError } from '#backend/database/database.ts'
import { DirectoryInUseError } from '#backend/database/directory-lock.ts'
import { StartRefusedError } from '#backend/database/start-refusal.ts'
import { isStreamAlreadyClosed } from '#backend/http/stream-already-closed.ts'
import { offsetUnavailable, isOffsetRequest } from '#backend/storage/resumable/tus-headers.ts'

import { boundConnections, closeStalled } from './http/bound-connections.ts'
import { boundPipelining } from './http/bound-pipelining.ts'
import { fileDescriptorsMax } from './http/file-descriptors.ts'
import { loadConfig, readEnvironment, withChosenPort, type Config } from './settings/config.ts'
import { closeDataFolder, checkDataFolder } from './settings/data-folder.ts'
import { describeDiskTrouble } from './settings/disk-trouble.ts'
import { isAnyAddress } from './settings/loopback.ts'
import { openServer } from './open-server.ts'

/*
 * Opens everything, reports ready, and on SIGTERM or SIGINT closes it in reverse order. The database opens in its own
 * thread or process; modules that only answer requests load meanwhile.
 */

const root = dirname(import.meta.dirname)
/** Each takes some 10 kB. */
const connectionsMax = 10_000
const stalledMs = 120_000

await serve().catch((error: unknown) => {
  stop(error)
})

async function serve(): Promise<void> {
  const settings = loadConfig(readEnvironment(root))
  checkDataFolder(settings.dataDir)
  closeDataFolder(settings.dataDir)
  const log = pino({ level: settings.logLevel, redact: ['req.headers.authorization', 'req.headers.apikey'] })

  const server = createServer({ headersTimeout: 20_000, connectionsCheckingInterval: 5_000 })
  closeStalled(server, stalledMs)
  const connections = Math.min(connectionsMax, Math.floor(fileDescriptorsMax() / 2))
  boundConnections(server, {
    total: connections,
    perNetwork: Math.ceil(connections / 4),
    trustedProxies: settings.trustedProxies,
  })
  let answer: RequestListener = (request, response) => {
    const status = isOffsetRequest(request.method, request.url) ? offsetUnavailable : 503
    response.writeHead(status, { 'retry-after': '1', 'content-type': 'text/plain' }).end('Understudy is starting.')
  }
  server.on(
    'request',
    boundPipelining((request, response) => answer(request, response)),
  )

  await listen(server, settings)
  const config = withChosenPort(settings, (server.address() as AddressInfo).port)
  const [opened, { beginServing }, { outboxLink }] = await Promise.all([
    openServer(config, log),
    import('./begin-serving.ts'),
    import('./pages/dev-outbox.ts'),
  ])
  const serving = await beginServing(server, opened, root)
  answer = serving.answer

  const hurry = new AbortController()
  let isClosing = false
  const close = async (): Promise<void> => {
    // A second signal means: don't wait.
    if (isClosing) return hurry.abort()
    isClosing = true
    await serving.close(hurry.signal)
    process.exit(0)
  }
  // An unhandled rejection is a bug in one request; the others continue.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'Unhandled rejection'))
  process.on('uncaughtException', (error) => {
    if (isStreamAlreadyClosed(error)) return log.warn({ err: error }, 'A stream was ended twice')
    log.fatal({ err: error }, 'Uncaught exception')
    process.exit(1)
  })
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void close().catch(stop))
  if (!config.isPublicUrlSet && isAnyAddress(config.host)) {
    log.warn(`PUBLIC_URL is not set: pages use the request's origin, links in mails use ${config.publicUrl}`)
  }
  process.stdout.write(`Understudy is ready on ${config.publicUrl}\n`)
  const outbox = outboxLink(config)
  if (outbox !== null) process.stdout.write(`Mails are kept at ${outbox}\n`)
  // Node writes the compile cache on a normal exit; flush it so that a killed process also restarts fast.
  setImmediate(flushCompileCache)
  serving.startBackgroundJobs()
}

async function listen(server: Server, config: Config): Promise<void> {
  server.listen(config.port, config.host)
  await once(server, 'listening')
}

function stop(error: unknown): never {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exit(1)
}

function sentenceFor(error: unknown): string {
  const isSentence = [ConfigError, DirectoryInUseError, StartRefusedError].some((kind) => error instanceof kind)
  if (error instanceof Error && isSentence) return error.message
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DatabaseError || error.cause instanceof DatabaseError) {
    return `Understudy cannot start without its database. ${error.message}`
  }
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${String(error.port)} is in use. Stop the program that uses it, or set PORT to another number (0 picks a free one).`
  }
  if ('code' in error && error.code === 'EACCES' && 'port' in error) {
    return `This user may not use port ${String(error.port)}. Set PORT to a number above 1023.`
  }
  if ('code' in error && ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(error.code))) {
    return 'HOST is not an address of this machine. Set it to 127.0.0.1, or to 0.0.0.0 to be reachable from other machines.'
  }
  const trouble = describeDiskTrouble(error)
  if (trouble !== null) return trouble
  return error.stack ?? error.message
}
