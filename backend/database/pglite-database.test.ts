import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'

import pino from 'pino'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'

import { describeDatabase } from './database-suite.ts'
import { queueFull, type Caller, type DatabaseError } from './database.ts'
import { PgliteDatabase } from './pglite-database.ts'

const log = pino({ level: 'silent' })
const made: string[] = []

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'understudy-pglite-'))
  made.push(directory)
  return directory
}

afterAll(() => made.forEach((directory) => rmSync(directory, { recursive: true, force: true })))

describeDatabase('PGlite on disk', (options) => PgliteDatabase.open({ dataDir: newDirectory(), log, ...options }))

const stranger: Caller = { role: 'anon', claims: null, headers: {}, method: 'GET', path: '/' }

/** JSON deep enough to overflow the thread's stack before PostgreSQL's limit. */
function breakThread(database: PgliteDatabase) {
  const text = "select (repeat('[', 3000000) || repeat(']', 3000000))::json"
  // A long timeout, so that a busy machine doesn't hit it.
  return database.transaction(stranger, [{ text }], { readOnly: true, settings: [['statement_timeout', '60s']] })
}

// Creating a database takes seconds.
describe('a data directory', { timeout: 60_000 }, () => {
  const directory = newDirectory()
  let opened: PgliteDatabase | null = null

  async function open(deadlineMs = 10_000, memoryMarkBytes = 512 * 2 ** 20): Promise<PgliteDatabase> {
    opened = await PgliteDatabase.open({ dataDir: directory, log, deadlineMs, memoryMarkBytes })
    return opened
  }
  afterEach(() => opened?.close())

  /** Starts a process that writes rows and reports each acknowledgement until killed. */
  function startWriter() {
    const code = `
      import pino from 'pino'
      import { PgliteDatabase } from ${JSON.stringify(join(import.meta.dirname, 'pglite-database.ts'))}
      const database = await PgliteDatabase.open({ dataDir: ${JSON.stringify(directory)}, log: pino({ level: 'silent' }) })
      await database.runScript('create table if not exists public.rows (id bigint generated always as identity, run int, lane int)')
      const write = async (lane) => {
        for (;;) {
          const [result] = await database.transaction('system', [
            { text: 'insert into public.rows (run, lane) values ($1, $2) returning id', values: [process.pid, lane] },
          ])
          process.stdout.write(result.rows[0].id + '\\n')
        }
      }
      await Promise.all([0, 1, 2, 3].map(write))
    `
    return spawn(process.execPath, ['--input-type=module', '-e', code], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }

  it('keeps every acknowledged row when killed during writes', async () => {
    const acknowledged: number[] = []
    for (const rowsBeforeKill of [1, 40, 300]) {
      const writer = startWriter()
      const lines = createInterface(writer.stdout)
      const exited = once(writer, 'exit')
      let count = 0
      for await (const line of lines) {
        acknowledged.push(Number(line))
        count += 1
        if (count === rowsBeforeKill) {
          writer.kill('SIGKILL')
        }
      }
      await exited
    }
    const database = await open()
    const [result] = await database.transaction('system', [{ text: 'select id from public.rows' }])
    const kept = new Set(result?.rows.map((row) => row['id']))
    expect(acknowledged.length).toBeGreaterThanOrEqual(341)
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  }, 120_000)

  it('refuses a second process and names the first', async () => {
    await open()
    const second = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { lockDirectory } from ${JSON.stringify(join(import.meta.dirname, 'directory-lock.ts'))}
         try { lockDirectory(${JSON.stringify(directory)}) } catch (error) { process.stdout.write(error.message) }`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const said = (await second.stdout.toArray()).join('')
    expect(said).toBe(
      `The data directory ${directory} is in use by process ${process.pid}. Stop that process, or set DATA_DIR to another directory.`,
    )
    await expect(PgliteDatabase.open({ dataDir: directory, log })).rejects.toThrow('is in use by process')
  })

  it('takes over the lock of a dead process, even if its pid was reused', async () => {
    for (const holder of [{ pid: 2 ** 22 - 1, started: 'x' }, { pid: process.pid, started: 'long ago' }, 'torn']) {
      writeFileSync(join(directory, 'understudy.lock'), JSON.stringify(holder))
      const database = await open()
      expect(readFileSync(join(directory, 'understudy.lock'), 'utf8')).toContain(`"pid":${process.pid}`)
      await database.close()
    }
    expect(existsSync(join(directory, 'understudy.lock'))).toBe(false)
  })

  it('starts over after an interrupted first start', async () => {
    const other = newDirectory()
    mkdirSync(join(other, 'database.unfinished-1'))
    writeFileSync(join(other, 'database.unfinished-1', 'PG_VERSION'), '18')
    const database = await PgliteDatabase.open({ dataDir: other, log })
    expect((await database.transaction('system', [{ text: 'select 1 as one' }]))[0]?.rows).toEqual([{ one: 1 }])
    await database.close()
    expect(readdirSync(other)).toEqual(['database'])
  })

  it('refuses a directory with an incomplete database and leaves it alone', async () => {
    const other = newDirectory()
    mkdirSync(join(other, 'database'))
    writeFileSync(join(other, 'database', 'pg_control'), 'what is left of one')
    await expect(PgliteDatabase.open({ dataDir: other, log })).rejects.toThrow(
      `"${join(other, 'database')}" is neither empty nor a complete database. Move it away, then start over or restore a backup.`,
    )
    expect(readdirSync(other)).toEqual(['database'])
    expect(readFileSync(join(other, 'database', 'pg_control'), 'utf8')).toBe('what is left of one')
  })

  it('syncs the log before a commit is acknowledged', async () => {
    const database = await open()
    const walSyncs = async (): Promise<number> => {
      await database.transaction('system', [{ text: 'select pg_stat_force_next_flush()::text' }])
      const [result] = await database.transaction('system', [
        { text: "select sum(fsyncs)::int as count from pg_stat_io where object = 'wal'" },
      ])
      return Number(result?.rows[0]?.['count'])
    }
    const before = await walSyncs()
    for (let row = 0; row < 5; row += 1) {
      await database.transaction('system', [{ text: 'insert into public.rows (run) values (0)' }])
    }
    expect(await walSyncs()).toBe(before + 5)
  })

  it('keeps listening after the thread is replaced, and reports the gap', async () => {
    const database = await open()
    const heard: (string | null)[] = []
    const missed = Promise.withResolvers<void>()
    const told = Promise.withResolvers<void>()
    await database.listen('changes', (payload) => {
      heard.push(payload)
      if (payload === null) missed.resolve()
      else told.resolve()
    })
    await expect(breakThread(database)).rejects.toMatchObject({ sqlstate: '08006' })
    await missed.promise
    await database.transaction('system', [{ text: "select pg_notify('changes', 'again')" }])
    await told.promise
    expect(heard).toEqual([null, 'again'])
  })

  it("recovers others' queries when an anonymous query crashes the thread, and reports why", async () => {
    const database = await open()
    await database.runScript('create table if not exists public.kept (id int primary key)')
    await database.transaction('system', [{ text: 'delete from public.kept' }])
    const insert = (id: number) =>
      database.transaction('system', [{ text: 'insert into public.kept values ($1)', values: [id] }])
    const ask = (text: string, caller: Caller | 'system' = 'system') =>
      database.transaction(caller, [{ text }], { readOnly: true })
    const before = Array.from({ length: 20 }, (_, id) => insert(id))
    const broken = breakThread(database)
    const reads = Array.from({ length: 20 }, () => ask('select current_user::text as role', stranger))
    const behind = Array.from({ length: 20 }, (_, id) => insert(100 + id))
    await expect(broken).rejects.toMatchObject({ sqlstate: '08006' })
    await Promise.all([...before, ...behind])
    for (const [result] of await Promise.all(reads)) expect(result?.rows).toEqual([{ role: 'anon' }])
    expect((await ask('select count(*) from public.kept'))[0]?.rows).toEqual([{ count: 40 }])
    expect(database.load().pglite?.replacements).toEqual({ deadline: 0, failure: 1, memory: 0 })
  })

  it('cancels and rolls back a transaction without replacing the thread', async () => {
    const database = await open(700)
    const attempts = [
      'select pg_sleep(60)',
      'select count(*) from generate_series(1, 100000000000)',
      `do $$ begin loop end loop; end $$`,
      'select count(*) from (select 1 from generate_series(1, 100000000) one order by random()) sorted',
    ]
    for (const text of attempts) {
      const attempt = database.transaction('system', [{ text: 'insert into public.rows (run) values (-9)' }, { text }])
      await expect(attempt).rejects.toMatchObject({ sqlstate: '57014', message: expect.stringContaining('timeout') })
    }
    const [left] = await database.transaction('system', [{ text: 'select from public.rows where run = -9' }])
    expect(left?.rows).toEqual([])
    expect(database.load().pglite).toMatchObject({
      replacements: { deadline: 0, failure: 0, memory: 0 },
      cancelled: attempts.length,
    })
  })

  it('serves a signed-in user ahead of queued anonymous callers', async () => {
    const database = await open()
    const settled: string[] = []
    const ask = (who: string, caller: Caller | 'system', text: string) =>
      database
        .transaction(caller, [{ text }], { readOnly: true })
        .then(() => settled.push(who))
        .catch((error: unknown) => settled.push(`${who} ${(error as DatabaseError).sqlstate}`))
    const slow = Array.from({ length: 12 }, () => ask('stranger', stranger, 'select pg_sleep(0.15)'))
    await slow[0]
    const before = settled.length
    await ask('member', 'system', 'select 1')
    expect(settled.indexOf('member') - before).toBeLessThanOrEqual(1)
    await Promise.all(slow)
    expect(settled.filter((who) => who === 'stranger')).toHaveLength(12)
  })

  it('serves a visitor between the slow writes of an account', async () => {
    const database = await open()
    const writer: Caller = { ...stranger, role: 'authenticated', claims: { sub: randomUUID() }, method: 'PATCH' }
    const ask = async (caller: Caller, text: string) => {
      const [result] = await database.transaction(caller, [{ text }], { readOnly: caller === stranger })
      return Number(result?.rows[0]?.['at'])
    }
    const now = 'extract(epoch from clock_timestamp())::float8 as at'
    const writes = Array.from({ length: 8 }, () => ask(writer, `select ${now} from pg_sleep(0.12)`))
    await Promise.race(writes)
    const visit = await ask(stranger, `select ${now}`)
    const before = (await Promise.all(writes)).filter((at) => at < visit)
    expect(before.length).toBeLessThanOrEqual(3)
  })

  it('aborts an anonymous query early when a signed-in user waits', async () => {
    opened = await PgliteDatabase.open({ dataDir: directory, log, deadlineMs: 60_000, anonTimeoutMs: 60_000 })
    const database = opened
    const endless = database.transaction(stranger, [{ text: 'select count(*) from generate_series(1, 1e11)' }])
    const refusals: unknown[] = []
    const ended = endless.catch((error: unknown) => refusals.push(error))
    // Each of these waits behind the anonymous query; the timeout is a minute.
    while (refusals.length === 0) await database.transaction('system', [{ text: 'select 1' }], { readOnly: true })
    await ended
    expect(refusals).toEqual([queueFull()])
    expect(database.load().pglite).toMatchObject({ replacements: { deadline: 0, failure: 0, memory: 0 } })
  })

  it('aborts the slow queries of an account over its share when another account waits', async () => {
    opened = await PgliteDatabase.open({ dataDir: directory, log, deadlineMs: 60_000 })
    const database = opened
    const accountOf = (sub: string): Caller => ({ ...stranger, role: 'authenticated', claims: { sub } })
    const text = 'select count(*) from generate_series(1, 1e11)'
    const refusals: unknown[] = []
    const ended = [1, 2].map(() =>
      database
        .transaction(accountOf('11111111-1111-4111-8111-111111111111'), [{ text }], { readOnly: true })
        .catch((error: unknown) => refusals.push(error)),
    )
    // Each of these waits behind the slow queries, whose timeout is a minute. None of these accounts is over its share.
    while (refusals.length < 2) {
      await database.transaction(accountOf(randomUUID()), [{ text: 'select 1' }], { readOnly: true })
    }
    await Promise.all(ended)
    expect(refusals).toEqual([queueFull(), queueFull()])
    expect(database.load().pglite).toMatchObject({ replacements: { deadline: 0, failure: 0, memory: 0 } })
  })

  it('aborts the slow queries of an anonymous network over its share when a visitor of another network waits', async () => {
    opened = await PgliteDatabase.open({ dataDir: directory, log, deadlineMs: 60_000, anonTimeoutMs: 60_000 })
    const database = opened
    const visitor = (network: string): Caller => ({ ...stranger, headers: { 'visitor network': network } })
    const text = 'select count(*) from generate_series(1, 1e11)'
    const refusals: unknown[] = []
    const ended = [1, 2].map(() =>
      database
        .transaction(visitor('203.0.113.9'), [{ text }], { readOnly: true })
        .catch((error: unknown) => refusals.push(error)),
    )
    // Each of these waits behind the slow queries, whose timeout is a minute.
    for (let host = 1; refusals.length < 2; host = (host + 1) % 255) {
      await database.transaction(visitor(`198.51.100.${host}`), [{ text: 'select 1' }], { readOnly: true })
    }
    await Promise.all(ended)
    expect(refusals).toEqual([queueFull(), queueFull()])
    expect(database.load().pglite).toMatchObject({ replacements: { deadline: 0, failure: 0, memory: 0 } })
  })

  it('serves others between the slow transactions of a network’s new accounts', async () => {
    const database = await open(60_000)
    const newAccount = (network: string): Caller => ({
      ...stranger,
      role: 'authenticated',
      claims: { sub: randomUUID() },
      headers: { 'visitor network': network },
    })
    const ended: string[] = []
    const run = (name: string, network: string, text: string) =>
      database.transaction(newAccount(network), [{ text }], { readOnly: true }).then(() => ended.push(name))
    const slow = Array.from({ length: 4 }, () =>
      run('slow', '203.0.113.9', 'select count(*) from generate_series(1, 3000000)'),
    )
    await Promise.all([...slow, run('other', '198.51.100.1', 'select 1')])
    expect(ended).toHaveLength(5)
    expect(ended.indexOf('other')).toBeLessThan(2)
  })

  it('serves a visitor between the transactions of a network whose accounts have used up their share', async () => {
    const database = await open(60_000)
    const ended: string[] = []
    const run = (name: string, role: Caller['role'], text: string) => {
      const claims = role === 'anon' ? null : { sub: randomUUID() }
      const headers = { 'visitor network': role === 'anon' ? '198.51.100.1' : '203.0.113.9' }
      const caller: Caller = { ...stranger, role, claims, headers }
      return database.transaction(caller, [{ text }], { readOnly: true }).then(() => ended.push(name))
    }
    await Promise.all([1, 2, 3].map(() => run('first', 'authenticated', 'select pg_sleep(1.4)')))
    ended.splice(0)
    const accounts = Array.from({ length: 10 }, () => run('account', 'authenticated', 'select pg_sleep(0.1)'))
    await Promise.race(accounts)
    await run('visitor', 'anon', 'select 1')
    await Promise.all(accounts)
    expect(ended.indexOf('visitor')).toBeLessThanOrEqual(3)
  })

  it("releases a large transaction's memory without failing others", async () => {
    const database = await open(60_000, 160 * 2 ** 20)
    const text = "select length(string_agg(repeat('x', 1000), '')) as length from generate_series(1, 100000)"
    const [result] = await database.transaction('system', [{ text }])
    expect(result?.rows).toEqual([{ length: 100_000_000 }])
    const seen: unknown[] = []
    while (database.load().pglite?.replacements.memory === 0) {
      const [written] = await database.transaction('system', [
        { text: 'insert into public.rows (run) values (5) returning run' },
      ])
      seen.push(written?.rows[0]?.['run'])
    }
    const [count] = await database.transaction('system', [{ text: 'select count(*) from public.rows where run = 5' }])
    expect(new Set(seen)).toEqual(new Set([5]))
    expect(count?.rows).toEqual([{ count: seen.length }])
    expect(database.load().pglite?.replacements).toEqual({ deadline: 0, failure: 0, memory: 1 })
  })

  it('loses no data when a transaction times out', async () => {
    const database = await open(2000)
    const insert = (run: number) =>
      database.transaction('system', [{ text: 'insert into public.rows (run) values ($1)', values: [run] }])
    await insert(-1)
    const runaway = database.transaction('system', [
      { text: 'insert into public.rows (run) values (-2)' },
      { text: 'select count(*) from generate_series(1, 100000000000)' },
    ])
    const behind = insert(-3)
    await expect(runaway).rejects.toMatchObject({ sqlstate: '57014' })
    await behind
    const [result] = await database.transaction('system', [
      { text: 'select run from public.rows where run < 0 order by run' },
    ])
    expect(result?.rows).toEqual([{ run: -3 }, { run: -1 }])
  })

  it('checkpoints within seconds after writes stop', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const database = await open()
      const redo = async () => {
        const text = 'select redo_lsn::text as redo from pg_control_checkpoint()'
        return (await database.transaction('system', [{ text }], { readOnly: true }))[0]?.rows[0]?.['redo']
      }
      const before = await redo()
      await database.transaction('system', [{ text: 'update public.rows set run = run' }])
      vi.advanceTimersByTime(5_000)
      expect(await redo()).toBe(before)
      vi.advanceTimersByTime(5_000)
      expect(await redo()).not.toBe(before)
    } finally {
      vi.useRealTimers()
    }
  })

  it('checkpoints every minute and vacuums every half hour', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const database = await open()
      const state = async () => {
        const text = `select (select redo_lsn from pg_control_checkpoint()) as redo,
          (select last_vacuum is not null from pg_stat_user_tables where relname = 'rows') as vacuumed`
        const results = await database.transaction('system', [{ text }], { readOnly: true })
        return results[0]?.rows[0]
      }
      const before = await state()
      await database.transaction('system', [{ text: 'update public.rows set run = run' }])
      vi.advanceTimersByTime(60_000)
      const minute = await state()
      expect(minute?.['redo']).not.toBe(before?.['redo'])
      vi.advanceTimersByTime(60_000)
      expect((await state())?.['redo']).toBe(minute?.['redo'])
      vi.advanceTimersByTime(30 * 60_000)
      expect((await state())?.['vacuumed']).toBe(true)
      await database.close()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('copies during writes, with every acknowledged row', async () => {
    const database = await open()
    const write = () =>
      database.transaction('system', [{ text: 'insert into public.rows (run) values (77) returning id' }])
    const before = Number((await write())[0]?.rows[0]?.['id'])
    const isDone = new AbortController()
    const writing = (async () => {
      while (!isDone.signal.aborted) await write()
    })()
    const elsewhere = newDirectory()
    await database.copyTo(join(elsewhere, 'database'))
    isDone.abort()
    await writing
    await expect(database.copyTo(join(elsewhere, 'again'))).resolves.toBeUndefined()
    const copy = await PgliteDatabase.open({ dataDir: elsewhere, log })
    const state = 'select count(*) filter (where id <= $1) as old, count(*) as all from public.rows'
    const [there] = await copy.transaction('system', [{ text: state, values: [before] }])
    const [here] = await database.transaction('system', [{ text: state, values: [before] }])
    await copy.close()
    expect(there?.rows[0]?.['old']).toBe(here?.rows[0]?.['old'])
    expect(Number(there?.rows[0]?.['all'])).toBeLessThanOrEqual(Number(here?.rows[0]?.['all']))
  })

  it('dumps, and opens from the dump', async () => {
    const database = await open()
    const template = await database.dump()
    const copy = await PgliteDatabase.open({ dataDir: null, template, log })
    const [result] = await copy.transaction('system', [{ text: 'select count(*) > 300 as many from public.rows' }])
    expect(result?.rows).toEqual([{ many: true }])
    await copy.close()
  })
})
