import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { openDatabase } from '#backend/database/open-database.ts'
import { createReadyDatabase, type EmptyDatabase } from '#support/empty-database.ts'

describe.runIf(inject('testDatabase').kind === 'postgres')('servers on one PostgreSQL', () => {
  let database: EmptyDatabase
  let dataDir: string

  beforeAll(async () => {
    database = await createReadyDatabase()
    dataDir = mkdtempSync(join(tmpdir(), 'understudy-secret-'))
  })
  afterAll(async () => {
    await database.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const start = (secret: string) =>
    openDatabase({
      databaseUrl: database.env['DATABASE_URL'] ?? null,
      secret,
      dataDir,
      durability: 'full',
      log: pino({ level: 'silent' }),
    })

  test('processes share one secret, and a new one once all have stopped', async () => {
    const [first, second] = await Promise.all([start('one secret'), start('one secret')])
    await expect(start('another secret')).rejects.toThrow(
      'Another server on this database uses a different secret. Give all servers the same JWT_SECRET; to change it, stop them all first.',
    )
    await first.close()
    await expect(start('another secret')).rejects.toThrow('the same JWT_SECRET')
    await second.close()
    const changed = await start('another secret')
    await changed.close()
  })
})
