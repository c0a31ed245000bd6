import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
