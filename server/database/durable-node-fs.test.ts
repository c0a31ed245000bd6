import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

import type { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'

import { DurableNodeFs } from './durable-node-fs.ts'

it("turns PostgreSQL's fsync into one of the operating system", async () => {
  const directory = mkdtempSync(join(tmpdir(), 'understudy-fs-'))
  const streams: { fsync?: (stream: { nfd?: number }) => number } = {}
  const module = { NODEFS: { stream_ops: streams }, FS: { mkdirTree: () => {}, mount: () => {} } }
  const { emscriptenOpts } = await new DurableNodeFs(directory).init({} as PGlite, {})
  for (const prepare of emscriptenOpts.preRun as ((module: object) => void)[]) {
    prepare(module)
  }
  // The system refuses a descriptor that nobody has; a file system that only pretends would answer 0.
  expect(() => streams.fsync?.({ nfd: 1_000_000 })).toThrow('EBADF')
  rmSync(directory, { recursive: true, force: true })
})

const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0

/* What the operating system itself was asked, in order: an acknowledgement stands behind a finished sync of the log. */
it.runIf(canTrace)(
  'has each row on the disk before it is acknowledged, by the system calls',
  { timeout: 120_000 },
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'understudy-trace-'))
    const code = `
    import { writeSync } from 'node:fs'
    import pino from 'pino'
    import { PgliteDatabase } from ${JSON.stringify(join(import.meta.dirname, 'pglite-database.ts'))}
    const database = await PgliteDatabase.open({ dataDir: ${JSON.stringify(directory)}, log: pino({ level: 'silent' }) })
    await database.runScript('create table public.rows (id int)')
    for (let id = 0; id < 5; id += 1) {
      writeSync(1, 'asked ' + id)
      await database.transaction('system', [{ text: 'insert into public.rows values ($1)', values: [id] }])
      writeSync(1, 'acknowledged ' + id)
    }
    await database.close()
  `
    const trace = join(directory, 'trace')
    const calls = 'trace=write,pwrite64,pwritev,fdatasync,fsync'
    const node = [process.execPath, '--input-type=module', '-e', code]
    const traced = spawnSync('strace', ['-f', '-y', '-s', '40', '-e', calls, '-o', trace, ...node], {
      cwd: join(import.meta.dirname, '../..'),
      encoding: 'utf8',
    })
    expect(traced.stderr).toBe('')
    const lines = readFileSync(trace, 'utf8').split('\n')
    for (let id = 0; id < 5; id += 1) {
      const asked = lines.findIndex((line) => line.includes(`"asked ${id}"`))
      const acknowledged = lines.findIndex((line) => line.includes(`"acknowledged ${id}"`))
      const between = lines.slice(asked, acknowledged)
      const written = between.findLastIndex((line) => /pwrite\w*\(\d+<[^>]*\/pg_wal\//.test(line))
      expect(written, `row ${id} is written to the log`).toBeGreaterThan(0)
      const synced = between
        .slice(written)
        .filter((line) => /fdatasync(\(\d+<[^>]*\/pg_wal\/.*| resumed.*)= 0/.test(line))
      expect(synced, `the log is synced before row ${id} is acknowledged`).toHaveLength(1)
    }
    rmSync(directory, { recursive: true, force: true })
  },
)
