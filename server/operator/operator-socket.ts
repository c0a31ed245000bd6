import { chmodSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import process from 'node:process'
import { json } from 'node:stream/consumers'

import { z } from 'zod'

import { DatabaseError } from '#backend/database/database.ts'
import { PgliteDatabase } from '#backend/database/pglite-database.ts'
import type { Services } from '#server/services.ts'

import { copyForProcess } from './database-copies.ts'
import { copiesFolder, operatorSocketPath, socketPathMax } from './operator-paths.ts'

export interface OperatorSocket {
  readonly close: () => Promise<void>
}

/**
 * The operator's socket to a running server, for what only the process holding the embedded database can do. It is in
 * the data directory, so anyone who may read the database's files can use it, and nobody on the network can.
 */
export async function openOperatorSocket(services: Services): Promise<OperatorSocket> {
  const { database, config, log } = services
  if (!(database instanceof PgliteDatabase)) return { close: () => Promise.resolve() }
  // Copies left unfinished when the last server stopped.
  rmSync(copiesFolder(config.dataDir), { recursive: true, force: true })
  const path = operatorSocketPath(config.dataDir)
  if (Buffer.byteLength(path) > socketPathMax) {
    log.warn('The path of DATA_DIR is too long for a socket: backup and "npm run db" need the server to be stopped')
    return { close: () => Promise.resolve() }
  }
  rmSync(path, { force: true })

  const server = createServer((request, response) => {
    answer(request, database, config.dataDir).then(
      (body) => response.end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(400).end(JSON.stringify(describe(error))),
    )
  })
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  const mask = process.umask(0o177)
  server.listen(path, () => listening.resolve())
  process.umask(mask)
  await listening.promise
  chmodSync(path, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const statementsShape = z.object({
  statements: z.array(z.object({ text: z.string(), values: z.array(z.unknown()).default([]) })),
})
const scriptShape = z.object({ sql: z.string() })
/** `pid`: the process that will read the copy. */
const copyShape = z.object({ pid: z.number().int() })

async function answer(request: IncomingMessage, database: PgliteDatabase, dataDir: string): Promise<unknown> {
  switch (`${request.method} ${request.url}`) {
    case 'GET /':
      return { pid: process.pid }
    case 'POST /transaction': {
      const { statements } = statementsShape.parse(await json(request))
      return { results: await database.transaction('system', statements) }
    }
    case 'POST /script':
      await database.runScript(scriptShape.parse(await json(request)).sql)
      return {}
    case 'POST /copy':
      return { directory: await copyForProcess(database, dataDir, copyShape.parse(await json(request)).pid) }
    default:
      throw new Error(`There is no ${request.method} ${request.url} here`)
  }
}

function describe(error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof DatabaseError)) return { message, sqlstate: 'XX000', detail: null, hint: null }
  return { message, sqlstate: error.sqlstate, detail: error.detail, hint: error.hint }
}
