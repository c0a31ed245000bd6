import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'

import pino from 'pino'

import { ConfigError } from './config-error.ts'
import { loadConfig, readEnvironment, withChosenPort, type Config } from './config.ts'
import { closeDataFolder, tryDataFolder } from './data-folder.ts'
import { DatabaseError } from './database/database.ts'
import { DirectoryInUseError } from './database/directory-lock.ts'
import { openServices } from './open-services.ts'
import { cannotSayYet, isAskingHowFar } from './storage/resumable-headers.ts'

/*
 * Opens everything, says that it is ready, and on SIGTERM or SIGINT closes everything in the opposite order. The
 * database opens in a thread or process of its own, so what only answers requests is loaded beside that.
 */

const root = dirname(import.meta.dirname)

await serve().catch((error: unknown) => {
  stop(error)
})

async function serve(): Promise<void> {
  const settings = loadConfig(readEnvironment(root))
  tryDataFolder(settings.dataDir)
  closeDataFolder(settings.dataDir)
  const log = pino({ level: settings.logLevel, redact: ['req.headers.authorization', 'req.headers.apikey'] })

  const server = createServer()
  let answer: RequestListener = (request, response) => {
    const status = isAskingHowFar(request.method, request.url) ? cannotSayYet : 503
    response.writeHead(status, { 'retry-after': '1', 'content-type': 'text/plain' }).end('Understudy is starting.')
  }
  server.on('request', (request, response) => answer(request, response))

  await listen(server, settings)
  const config = withChosenPort(settings, (server.address() as AddressInfo).port)
  const [opened, { beginServing }, { outboxLink }] = await Promise.all([
    openServices(config, log),
    import('./begin-serving.ts'),
    import('./pages/dev-outbox.ts'),
  ])
  const serving = await beginServing(server, opened, root)
  answer = serving.answer

  const hurry = new AbortController()
  let isClosing = false
  const close = async (): Promise<void> => {
    // Who asks twice doesn't want to wait.
    if (isClosing) return hurry.abort()
    isClosing = true
    await serving.close(hurry.signal)
    process.exit(0)
  }
  // A promise nobody waited for is a mistake in one request; the others' work goes on.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'Something that ran beside a request failed'))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close().catch(stop))
  process.stdout.write(`Understudy is ready on ${config.publicUrl}\n`)
  const outbox = outboxLink(config)
  if (outbox !== null) process.stdout.write(`Mails are kept at ${outbox}\n`)
  // Node keeps them when a process ends by itself; one that is killed should start again as quickly.
  setImmediate(flushCompileCache)
  serving.lookAfter()
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
