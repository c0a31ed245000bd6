import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { SignJWT } from 'jose'
import { Client } from 'pg'
import pino from 'pino'

import { PostgresDatabase } from '#backend/database/postgres-database.ts'
import { openDelivery } from '#backend/open-delivery.ts'
import { openFsFileStore } from '#backend/storage/fs-file-store.ts'
import { loadConfig } from '#server/settings/config.ts'
import { createServerApp } from '#support/server-app.ts'

import type { ProofAnswer, Verdict } from './compare-answers.ts'
import { compareAnswers, compareHeads, readAnswer } from './compare-answers.ts'
import type { ProofRequest } from './proof-request.ts'
import { makeRequest } from './make-request.ts'
import { proofSchema, proofUserId } from './proof-schema.ts'
import { startPostgrest } from './start-postgrest.ts'

export interface RestProof {
  /** Sends the request with this number to both. */
  readonly judge: (seed: number, index: number) => Promise<Judgement>
  readonly close: () => Promise<void>
}

export interface Judgement {
  readonly request: ProofRequest
  readonly ours: ProofAnswer
  readonly theirs: ProofAnswer
  readonly verdict: Verdict
}

/**
 * Our rest/v1 and the real PostgREST on one database. Both roll back every transaction, so that each request finds the
 * same rows; `databaseUrl` must be migrated and is filled here.
 */
export async function openRestProof(databaseUrl: string): Promise<RestProof> {
  await runSql(databaseUrl, proofSchema)
  const secret = createHash('sha256').update('a secret for the proof').digest('hex')
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-proof-'))
  const settings = {
    PGRST_DB_SCHEMAS: 'proof,proof_two,public',
    PGRST_DB_EXTRA_SEARCH_PATH: 'extensions',
    PGRST_DB_MAX_ROWS: '1000',
    PGRST_DB_TX_END: 'rollback',
    PGRST_JWT_SECRET: secret,
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_DB_AGGREGATES_ENABLED: 'true',
    PGRST_DB_PLAN_ENABLED: 'true',
  }
  const config = loadConfig({ PUBLIC_URL: 'http://understudy.test', DATA_DIR: dataDir, ...settings })
  const log = pino({ level: 'fatal' })
  const now = () => Date.now()
  const database = new PostgresDatabase({ databaseUrl, log, maxConnections: 4 })
  const delivery = openDelivery({ config, log, now, database })
  const files = await openFsFileStore(join(dataDir, 'files'))
  const { app } = createServerApp({ config, database, files, delivery, log, now }).backend
  const start = () => startPostgrest({ ...settings, PGRST_DB_URI: databaseUrl, PGRST_DB_POOL: '4' })
  let running = start()
  await running
  const token = await new SignJWT({ role: 'authenticated', sub: proofUserId })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('10h')
    .sign(new TextEncoder().encode(secret))

  return {
    judge: async (seed, index) => {
      const request = makeRequest(seed, index)
      const headers = request.isSignedIn ? { ...request.headers, authorization: `Bearer ${token}` } : request.headers
      const init = { method: request.method, headers, body: request.body }
      const first = await judgeOnce(request, init)
      // Concurrent requests may lock rows in another order; a real difference shows again on retry.
      return first.verdict.type === 'different' ? judgeOnce(request, init) : first
    },
    close: async () => {
      await (await running).stop()
      await delivery.mail.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }

  /** Status 0 after ten seconds of silence; it is then restarted, because it never recovers. */
  async function askPostgrest(request: ProofRequest, init: RequestInit): Promise<ProofAnswer> {
    const asked = running
    const postgrest = await asked
    try {
      const signal = AbortSignal.timeout(10_000)
      return await readAnswer(await fetch(postgrest.url + request.path, { ...init, signal }))
    } catch {
      if (running === asked) running = postgrest.stop().then(start)
      return { status: 0, headers: {}, body: '' }
    }
  }

  async function judgeOnce(request: ProofRequest, init: RequestInit): Promise<Judgement> {
    const ours = await readAnswer(await app.fetch(new Request(`http://understudy.test/rest/v1${request.path}`, init)))
    const theirs = await askPostgrest(request, init)
    const judgement = { request, ours, theirs, verdict: compareAnswers(request, ours, theirs) }
    const isHead = request.method === 'HEAD'
    return isHead && judgement.verdict.type === 'different' ? judgeByGet(judgement, init) : judgement
  }

  /** HEAD has no body with an error code: take GET's for the same status. */
  async function judgeByGet(judgement: Judgement, init: RequestInit): Promise<Judgement> {
    const { range: _, ...headers } = init.headers as Readonly<Record<string, string>>
    const got = await judgeOnce({ ...judgement.request, method: 'GET' }, { ...init, method: 'GET', headers })
    const isAlike = got.ours.status === judgement.ours.status && got.theirs.status === judgement.theirs.status
    const verdict = isAlike ? compareHeads(judgement, got) : judgement.verdict
    return { ...judgement, verdict }
  }
}

async function runSql(databaseUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
