import { request } from 'node:http'
import { json } from 'node:stream/consumers'

import { z } from 'zod'

import { DatabaseError, type QueryResult, type Statement } from '#backend/database/database.ts'

import { operatorSocketPath } from './operator-paths.ts'

/** A data directory's running server, as operators' commands reach it. */
export interface RunningServer {
  readonly pid: number
  readonly transaction: (statements: readonly Statement[]) => Promise<readonly QueryResult[]>
  readonly runScript: (sql: string) => Promise<void>
  /** A copy of the database as of now; the caller deletes it. */
  readonly copy: () => Promise<string>
}

/** Null when no server runs on this directory's embedded database. */
export async function findRunningServer(dataDir: string): Promise<RunningServer | null> {
  const ask = (method: string, path: string, body: unknown): Promise<unknown> => send(dataDir, method, path, body)
  const found = await ask('GET', '/', null).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && absent.has(String(error.code))) return null
    throw error
  })
  if (found === null) return null
  return {
    pid: z.object({ pid: z.number() }).parse(found).pid,
    transaction: async (statements) => {
      const answer = await ask('POST', '/transaction', { statements })
      return resultsShape.parse(answer).results
    },
    runScript: async (sql) => {
      await ask('POST', '/script', { sql })
    },
    copy: async () =>
      z.object({ directory: z.string() }).parse(await ask('POST', '/copy', { pid: process.pid })).directory,
  }
}

const absent = new Set(['ENOENT', 'ECONNREFUSED', 'EINVAL'])

const resultsShape = z.object({
  results: z.array(z.object({ rows: z.array(z.record(z.string(), z.unknown())), rowCount: z.number() })),
})

const refusalShape = z.object({
  message: z.string(),
  sqlstate: z.string(),
  detail: z.string().nullable(),
  hint: z.string().nullable(),
})

async function send(dataDir: string, method: string, path: string, body: unknown): Promise<unknown> {
  const answered = Promise.withResolvers<unknown>()
  const asked = request({ socketPath: operatorSocketPath(dataDir), method, path }, (response) => {
    json(response).then((content) => {
      if (response.statusCode === 200) answered.resolve(content)
      else answered.reject(new DatabaseError(refusalShape.parse(content)))
    }, answered.reject)
  })
  asked.on('error', answered.reject)
  asked.end(body === null ? undefined : JSON.stringify(body))
  return answered.promise
}
