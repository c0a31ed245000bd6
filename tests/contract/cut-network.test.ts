import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { PostgresDatabase } from '#backend/database/postgres-database.ts'
import { startCuttableProxy, type CuttableProxy } from '#support/cuttable-proxy.ts'
import { createReadyDatabase, type EmptyDatabase } from '#support/empty-database.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* PostgreSQL is up, but the network to it drops everything: nobody may wait longer than five seconds. */

describe.runIf(inject('testDatabase').kind === 'postgres')('a cut network', { timeout: 120_000 }, () => {
  let database: EmptyDatabase
  let network: CuttableProxy
  let databaseUrl: string

  beforeAll(async () => {
    database = await createReadyDatabase()
    const url = new URL(database.env['DATABASE_URL'] ?? '')
    network = await startCuttableProxy({ host: url.hostname, port: Number(url.port || 5432) })
    url.hostname = '127.0.0.1'
    url.port = String(network.port)
    databaseUrl = url.href
  })
  afterAll(async () => {
    await network.close()
    await database.remove()
  })

  test('ends every wait within five seconds, and recovers', async () => {
    const postgres = new PostgresDatabase({ databaseUrl, log: pino({ level: 'silent' }), maxConnections: 4 })
    const ask = (text: string) => postgres.transaction('system', [{ text }])
    const told: (string | null)[] = []
    await postgres.listen('news', (payload) => told.push(payload))
    await ask('select 1')
    // Longer than the log threshold, but answered.
    await ask('select pg_sleep(3)')

    // Some have a connection, others wait for one.
    const asked = Array.from({ length: 12 }, () => ask('select pg_sleep(0.5)').then(String, sqlstateOf))
    await ask('select 1').catch(() => undefined)
    const running = Array.from({ length: 12 }, () => ask('select pg_sleep(2)').then(String, sqlstateOf))
    network.cut()
    const cutAt = performance.now()
    expect(new Set(await Promise.all(running))).toEqual(new Set(['08006']))
    expect(performance.now() - cutAt).toBeLessThan(5_000)
    await Promise.all(asked)

    const startedAt = performance.now()
    expect(await ask('select 1').then(String, sqlstateOf)).toBe('08006')
    expect(performance.now() - startedAt).toBeLessThan(100)

    network.mend()
    await expect.poll(() => ask('select 1').then(() => 'answered', sqlstateOf), { timeout: 20_000 }).toBe('answered')
    await ask(`notify news, 'again'`)
    await expect.poll(() => told, { timeout: 20_000 }).toContain(null)
    await postgres.close()
  })

  test('is answered with 503 instead of a hanging request', async () => {
    const server: ServerProcess = await startServer({ env: { DATABASE_URL: databaseUrl } })
    const status = async (path: string) =>
      (await fetch(server.url + path, { signal: AbortSignal.timeout(30_000) })).status
    expect(await status('/healthz')).toBe(200)
    network.cut()
    const cutAt = performance.now()
    expect(await Promise.all(Array.from({ length: 20 }, () => status('/rest/v1/demos')))).toEqual(Array(20).fill(503))
    expect(performance.now() - cutAt).toBeLessThan(5_000)
    expect(await status('/healthz')).toBe(503)
    network.mend()
    await expect.poll(() => status('/rest/v1/demos'), { timeout: 20_000 }).toBe(200)
    expect(await status('/healthz')).toBe(200)
    await server.stop()
  })
})

function sqlstateOf(error: unknown): string {
  return error instanceof Error && 'sqlstate' in error ? String(error.sqlstate) : String(error)
}
