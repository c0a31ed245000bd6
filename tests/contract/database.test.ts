import { randomUUID } from 'node:crypto'

import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import type { Database } from '#backend/database/database.ts'
import { describeDatabase } from '#backend/database/database-suite.ts'
import { PostgresDatabase } from '#backend/database/postgres-database.ts'
import { startCuttingProxy } from '#support/cutting-proxy.ts'
import { openTestDatabase } from '#support/test-database.ts'

describeDatabase('the database', openTestDatabase)

describe.runIf(process.env['TEST_DATABASE'] === 'postgres')('PostgreSQL', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  it('reconnects after every connection was cut', async () => {
    const hold = () => database.transaction('system', [{ text: 'select pg_sleep(0.05)' }])
    await Promise.all([hold(), hold(), hold()])
    const cut = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()'
    await expect(database.transaction('system', [{ text: cut }])).rejects.toMatchObject({ name: 'DatabaseError' })
    const answers = await Promise.all(
      [1, 2, 3].map((n) => database.transaction('system', [{ text: 'select $1::int as n', values: [n] }])),
    )
    expect(answers.map(([result]) => result?.rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  })

  it('caches nothing of a session being ended, and hears of it from another process', async () => {
    const [userId, sessionId] = [randomUUID(), randomUUID()]
    await database.transaction('system', [
      { text: 'insert into auth.users (id, email) values ($1, $2)', values: [userId, `${userId}@example.com`] },
      { text: 'insert into auth.sessions (id, user_id) values ($1, $2)', values: [sessionId, userId] },
    ])
    const claims = { sub: userId, session_id: sessionId, role: 'authenticated' }
    const caller = { role: 'authenticated', claims, headers: {}, method: 'GET', path: '/' } as const
    const read = () => database.transaction(caller, [{ text: 'select 1 as one' }], { readOnly: true })
    const [result] = await database.transaction('system', [{ text: 'select current_database() as name' }])
    const source = inject('testDatabase')
    if (source.kind !== 'postgres') throw new Error('This needs PostgreSQL')
    const address = new URL(source.adminUrl)
    address.pathname = `/${String(result?.rows[0]?.['name'])}`
    const other = new Client({ connectionString: address.href })
    await other.connect()
    try {
      for (let time = 0; time < 4; time += 1) await read()
      await other.query('begin')
      await other.query('delete from auth.sessions where id = $1', [sessionId])
      // Not ended yet: they continue, and count the change they can't see.
      for (let time = 0; time < 4; time += 1) await read()
      await other.query('commit')
      await expect(read()).rejects.toMatchObject({ sqlstate: 'US401' })
    } finally {
      await other.end()
    }
  })

  it('treats an unconfirmed commit as failed, and drops the connection', async () => {
    const source = inject('testDatabase')
    if (source.kind !== 'postgres') throw new Error('This needs PostgreSQL')
    const proxy = await startCuttingProxy(source.adminUrl)
    const cut = new PostgresDatabase({
      databaseUrl: proxy.databaseUrl,
      log: pino({ level: 'silent' }),
      maxConnections: 1,
    })
    const ask = async () => (await cut.transaction('system', [{ text: 'select pg_backend_pid() as pid' }]))[0]?.rows
    try {
      const before = await ask()
      expect(await ask()).toEqual(before)
      proxy.cutConfirmations(true)
      await expect(ask()).rejects.toMatchObject({ sqlstate: '08P01' })
      proxy.cutConfirmations(false)
      expect(await ask()).not.toEqual(before)
    } finally {
      await cut.close()
      await proxy.stop()
    }
  })

  it('frees the connection after a cancelled statement', async () => {
    const single = await openTestDatabase({ deadlineMs: 300 })
    try {
      for (let time = 0; time < 8; time += 1) {
        const endless = single.transaction('system', [{ text: 'select pg_sleep(60)' }])
        await expect(endless).rejects.toMatchObject({ sqlstate: '57014' })
      }
      expect(single.load()).toMatchObject({ waiting: 0, running: 0 })
    } finally {
      await single.close()
    }
  })

  it('times out when it does not answer, and retries on another connection', async () => {
    const impatient = await openTestDatabase({ deadlineMs: 1_000, graceMs: 200 })
    const ask = async (): Promise<number> => {
      const [result] = await impatient.transaction('system', [{ text: 'select pg_backend_pid() as pid' }])
      return Number(result?.rows[0]?.['pid'])
    }
    const frozen = await ask()
    process.kill(frozen, 'SIGSTOP')
    try {
      await expect(ask()).rejects.toMatchObject({ sqlstate: '08006' })
      expect(await ask()).not.toBe(frozen)
    } finally {
      process.kill(frozen, 'SIGCONT')
      await impatient.close()
    }
  })
})
