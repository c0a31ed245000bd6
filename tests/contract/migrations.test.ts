import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openTestDatabase } from '#support/test-database.ts'

import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'

describe('the migrations', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  async function rows(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const [result] = await database.transaction('system', [{ text }])
    return result?.rows ?? []
  }

  it('are noted where the Supabase CLI looks for them', async () => {
    const versions = await rows('select version, name from supabase_migrations.schema_migrations order by version')
    expect(versions).toContainEqual({ version: '20261121000200', name: 'demos' })
  })

  it('change nothing when they run again', async () => {
    const structure = `select c.oid::text, c.relname, a.attname, a.atttypid::text from pg_class c
      join pg_attribute a on a.attrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'auth', 'storage') order by 1, a.attnum`
    const before = await rows(structure)
    await migrate(database)
    expect(await rows(structure)).toEqual(before)
  })

  it('leave the files of the embedded backend repeatable', async () => {
    await rows("update supabase_migrations.schema_migrations set name = 'old' where version like 'embedded/%'")
    await migrate(database)
    const stale = await rows("select version from supabase_migrations.schema_migrations where name = 'old'")
    expect(stale).toEqual([])
  })

  it('say which file failed, and leave nothing of it', async () => {
    await expect(database.runScript('create table public.half (id int); select no_such_column')).rejects.toMatchObject({
      sqlstate: '42703',
    })
    expect(await rows("select to_regclass('public.half')::text as half")).toEqual([{ half: null }])
  })
})
