import { spawnSync } from 'node:child_process'
import { constants, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

import type { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'

import { DurableNodeFs } from './durable-node-fs.ts'

type Hook = (...parts: object[]) => unknown

it("turns PostgreSQL's fsync of a changed file into one of the operating system", async () => {
  const directory = mkdtempSync(join(tmpdir(), 'understudy-fs-'))
  const folder = { mode: constants.S_IFDIR }
  const file = () => ({ mode: constants.S_IFREG, parent: folder })
  const nothing = (): void => undefined
  const streams: Record<'fsync' | 'write' | 'setattr', Hook> = { fsync: nothing, write: nothing, setattr: nothing }
  const nodes: Record<'mknod' | 'rename' | 'setattr' | 'unlink' | 'rmdir' | 'symlink', Hook> = {
    mknod: file,
    rename: nothing,
    setattr: nothing,
    unlink: nothing,
    rmdir: nothing,
    symlink: nothing,
  }
  const NODEFS = { stream_ops: streams, node_ops: nodes }
  const { emscriptenOpts } = await new DurableNodeFs(directory).init({} as PGlite, {})
  for (const prepare of emscriptenOpts.preRun as ((module: object) => void)[]) {
    prepare({ NODEFS, FS: { mkdirTree: nothing, mount: nothing } })
  }
  const [written, cut, truncated, renamed] = [file(), file(), file(), file()]
  streams.write({ node: written })
  streams.setattr({ node: cut })
  nodes.setattr(truncated)
  nodes.rename(renamed, folder)
  // A real fsync rejects an invalid descriptor; a stub returns 0.
  const sync = (node: object) => () => streams.fsync({ node, nfd: 1_000_000 })
  for (const node of [written, cut, truncated, renamed, folder, nodes.mknod(folder) as object]) {
    expect(sync(node)).toThrow('EBADF')
  }
  rmSync(directory, { recursive: true, force: true })
})

/** Filters in the kernel, so that other system calls aren't slowed down. */
const tracing = ['-f', '--seccomp-bpf']
const canTrace = spawnSync('strace', [...tracing, '-o', '/dev/null', 'true']).status === 0

/* Checks the system calls: each acknowledgement must follow a completed sync of the log. */
it.runIf(canTrace)(
  'syncs each row before acknowledging it, even after a crash, as system calls show',
  { timeout: 120_000 },
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'understudy-trace-'))
    const open = `
    import { writeSync } from 'node:fs'
    import pino from 'pino'
    import { PgliteDatabase } from ${JSON.stringify(join(import.meta.dirname, 'pglite-database.ts'))}
    const database = await PgliteDatabase.open({ dataDir: ${JSON.stringify(directory)}, log: pino({ level: 'silent' }) })
    `
    const lines = trace(`${open}
    await database.runScript('create table public.rows (id int)')
    for (let id = 0; id < 5; id += 1) {
      writeSync(1, 'asked ' + id)
      await database.transaction('system', [{ text: 'insert into public.rows values ($1)', values: [id] }])
      writeSync(1, 'acknowledged ' + id)
    }
    process.kill(process.pid, 'SIGKILL')`)
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

    const after = trace(`${open}
    const [{ rows }] = await database.transaction('system', [{ text: 'select count(*)::int as count from public.rows' }])
    writeSync(1, 'found ' + rows[0].count)
    await database.close()`)
    expect(after.some((line) => line.includes('"found 5"'))).toBe(true)
    // The killed process may have left its log and tables in the page cache.
    const synced = after.findIndex((line) => /(syncfs|fdatasync\(\d+<[^>]*\/pg_wal\/).*= 0/.test(line))
    const restored = after.findIndex((line) => /pwrite\w*\(\d+<[^>]*\/base\//.test(line))
    expect(synced, 'what a killed one has left is on the disk').toBeGreaterThan(0)
    expect(restored, 'before the log is written into tables').toBeGreaterThan(synced)
    const opened = after.filter((line) => /openat\(.*\/database\/base\//.test(line)).length
    const hasSyncfs = after.some((line) => /syncfs.*= 0/.test(line))
    expect(hasSyncfs ? opened : 0, 'hundreds of files are not opened for nothing').toBeLessThan(300)
    const named = after.findIndex((line) => /rename\(.*\/replorigin_checkpoint"/.test(line))
    const folder = after.slice(named).find((line) => /fsync\(\d+<[^>]*\/pg_logical>/.test(line))
    expect(folder, 'a new name is on the disk, too').toBeDefined()
    rmSync(directory, { recursive: true, force: true })

    function trace(code: string): readonly string[] {
      const path = join(directory, 'trace')
      const calls = 'trace=openat,write,pwrite64,pwritev,fdatasync,fsync,syncfs,rename'
      const node = [process.execPath, '--input-type=module', '-e', code]
      const traced = spawnSync('strace', [...tracing, '-y', '-s', '40', '-e', calls, '-o', path, ...node], {
        cwd: join(import.meta.dirname, '../..'),
        encoding: 'utf8',
      })
      expect(traced.stderr).toBe('')
      return readFileSync(path, 'utf8').split('\n')
    }
  },
)
