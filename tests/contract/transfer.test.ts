import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { loadConfig } from '#server/settings/config.ts'
import { exportInstallation, importInstallation } from '#server/transfer/transfer.ts'
import { archiveContent } from '#support/archive-content.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#support/empty-database.ts'
import { createImage } from '#support/create-image.ts'
import { runCommand } from '#support/operator-command.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { trackingEvent } from '#support/tracked-demo.ts'

/* Everything moves: while a server runs, to the other database and back, to a stand-in for Supabase and back. */

const email = 'author@example.com'
const password = 'correct horse'
/** A dozen processes, one after the other. */
const patience = { timeout: 240_000 }
const folder = mkdtempSync(join(tmpdir(), 'understudy-transfer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const place = (name: string): string => join(folder, name)

async function connect(server: ServerProcess): Promise<SupabaseClient> {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as { supabaseAnonKey: string }
  return createClient(server.url, config.supabaseAnonKey, { auth: { persistSession: false, autoRefreshToken: false } })
}

interface Filled {
  readonly refreshToken: string
  readonly image: string
}

/** An account with an unfinished second factor, a demo with odd texts, an image, and a guest. */
async function fill(server: ServerProcess): Promise<Filled> {
  const client = await connect(server)
  const { data } = await client.auth.signUp({ email, password, options: { data: { näme: 'Ünï "quoted" \\ ✓' } } })
  expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
  const steps = ['', 'a\tb\nc', '{"x":1}', "it's", '\\N', 'NULL'].map((title) => ({
    id: randomUUID(),
    title,
    screenshot_url: 'a.png',
    width: 10,
    height: 10,
    click_x: 100 / 3,
  }))
  const demo = { p_demo_id: randomUUID(), p_name: 'Kärbholz; "drop"', p_steps: steps }
  expect((await client.rpc('import_demo', demo)).error).toBeNull()
  const workspace = await client.from('workspaces').select('id').single<{ id: string }>()
  const image = `${workspace.data?.id}/a/${randomUUID()}.png`
  const stored = await client.storage
    .from('demo-captures')
    .upload(image, (await createImage(1)).buffer, { contentType: 'image/png' })
  expect(stored.error).toBeNull()
  return { refreshToken: data.session?.refresh_token ?? '', image }
}

async function readImage(server: ServerProcess, image: string): Promise<Buffer> {
  const answer = await fetch(`${server.url}/storage/v1/object/public/demo-captures/${image}`)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** What a user can still do and see after the move. */
async function expectSignedIn(server: ServerProcess, { image }: Filled, before: Buffer): Promise<void> {
  const client = await connect(server)
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  const demos = await client.from('demos').select('name, demo_steps(title)').eq('name', 'Kärbholz; "drop"')
  expect(demos.data?.[0]?.demo_steps).toHaveLength(6)
  expect(await readImage(server, image)).toEqual(before)
}

describe.runIf(process.env['TEST_DATABASE'] === 'postgres')('moving', patience, () => {
  let database: EmptyDatabase
  let supabaseDatabase: EmptyDatabase
  let server: ServerProcess
  let filled: Filled
  let before: Buffer
  const archive = place('first.tar.gz')

  beforeAll(async () => {
    database = await createEmptyDatabase()
    supabaseDatabase = await createEmptyDatabase()
    server = await startServer({ dataDir: place('one') })
    filled = await fill(server)
    before = await readImage(server, filled.image)
    const { missing } = await exportInstallation(loadConfig({ DATA_DIR: place('one') }), archive)
    expect(missing).toEqual([])
  })
  afterAll(async () => {
    await server.stop()
    await database.remove()
    await supabaseDatabase.remove()
  })

  /** Read again for each command. */
  const postgres = () => loadConfig({ ...database.env, DATA_DIR: place('two') })

  test('from PGlite to PostgreSQL and back changes no row or file, and people stay signed in', async () => {
    await importInstallation(postgres(), archive, { replaces: false })
    await exportInstallation(postgres(), place('second.tar.gz'))
    const back = loadConfig({ DATA_DIR: place('three') })
    const { notes } = await importInstallation(back, place('second.tar.gz'), { replaces: false })
    expect(notes).toEqual(['The signing secret was imported: everybody stays signed in.'])
    await exportInstallation(back, place('third.tar.gz'))

    const first = await archiveContent(archive)
    expect(first['auth.mfa_factors']).toHaveLength(1)
    expect(first['files']?.length).toBeGreaterThan(1)
    expect(await archiveContent(place('second.tar.gz'))).toEqual(first)
    expect(await archiveContent(place('third.tar.gz'))).toEqual(first)

    const moved = await startServer({ dataDir: place('three') })
    const client = await connect(moved)
    expect((await client.auth.refreshSession({ refresh_token: filled.refreshToken })).error).toBeNull()
    await expectSignedIn(moved, filled, before)
    // Sequences continue after the imported values.
    expect((await client.auth.signUp({ email: 'next@example.com', password })).error).toBeNull()
    await moved.stop()
  })

  test('replaces data in use only on request', async () => {
    await expect(importInstallation(postgres(), archive, { replaces: false })).rejects.toThrow(
      'There are already 1 accounts and 1 demos here.',
    )
    await importInstallation(postgres(), archive, { replaces: true })
  })

  test('a damaged archive changes nothing', async () => {
    const bytes = readFileSync(archive)
    const cut = place('cut.tar.gz')
    writeFileSync(cut, bytes.subarray(0, bytes.length - 200))
    await expect(importInstallation(postgres(), cut, { replaces: true })).rejects.toThrow(/damaged|ends too early/)
    await exportInstallation(postgres(), place('after.tar.gz'))
    expect(await archiveContent(place('after.tar.gz'))).toEqual(await archiveContent(archive))
  })

  test('to Supabase and back: accounts, rows and files; Supabase’s own data is named', async () => {
    const JWT_SECRET = 'a secret that is long enough for this'
    // Our own backend plays Supabase, because it speaks the same protocol.
    const supabase = await startServer({ env: { ...supabaseDatabase.env, JWT_SECRET } })
    const keys = (await (await fetch(`${supabase.url}/config.json`)).json()) as { supabaseAnonKey: string }
    const hosted = loadConfig({
      DATA_DIR: place('four'),
      SUPABASE_URL: supabase.url,
      SUPABASE_ANON_KEY: keys.supabaseAnonKey,
      SUPABASE_SERVICE_ROLE_KEY: roleKey('service_role', JWT_SECRET),
      SUPABASE_DB_URL: supabaseDatabase.env['DATABASE_URL'],
    })
    const { notes } = await importInstallation(hosted, archive, { replaces: false })
    expect(notes).toContain('Left out: auth.sessions: Supabase keeps its own.')
    await expectSignedIn(supabase, filled, before)

    await exportInstallation(hosted, place('hosted.tar.gz'))
    await importInstallation(loadConfig({ DATA_DIR: place('five') }), place('hosted.tar.gz'), { replaces: false })
    const home = await startServer({ dataDir: place('five') })
    await expectSignedIn(home, filled, before)
    await home.stop()
    await supabase.stop()
  })
})

describe.runIf(process.env['TEST_DATABASE'] === 'pglite')('a backup', patience, () => {
  test('is made while people write, and restored by one command', async () => {
    const DATA_DIR = place('backed-up')
    const server = await startServer({ dataDir: DATA_DIR })
    const filled = await fill(server)
    const before = await readImage(server, filled.image)
    const client = await connect(server)
    await client.auth.signInWithPassword({ email, password })
    const done = new AbortController()
    const acknowledged: string[] = []
    const writing = (async () => {
      while (!done.signal.aborted) {
        const row = { id: randomUUID(), session_id: 's', url: 'https://example.com' }
        if ((await client.from('captures').insert(row)).error === null) acknowledged.push(row.id)
      }
    })()
    const backup = await runCommand('backup', ['--keep', '1'], { DATA_DIR })
    expect(backup).toMatchObject({ code: 0 })
    done.abort()
    await writing
    const uploaded = await client.storage.from('demo-captures').remove([filled.image])
    expect(uploaded.error).toBeNull()

    const running = await runCommand('restore', ['latest'], { DATA_DIR })
    expect(running).toMatchObject({ code: 1 })
    expect(running.said).toContain(`is in use by process ${server.pid}`)
    await server.stop()
    const careful = await runCommand('restore', ['latest'], { DATA_DIR })
    expect(careful.said).toContain('There are already 1 accounts and 1 demos here.')
    expect(careful.said).toContain('--force')
    const restored = await runCommand('restore', ['latest', '--force'], { DATA_DIR })
    expect(restored).toMatchObject({ code: 0 })

    const again = await startServer({ dataDir: DATA_DIR })
    await expectSignedIn(again, filled, before)
    await again.stop()
  })
})

describe('npm run db', () => {
  let database: EmptyDatabase
  let server: ServerProcess
  let env: Readonly<Record<string, string>>

  beforeAll(async () => {
    database = await createEmptyDatabase()
    server = await startServer({ dataDir: place('db'), env: database.env })
    env = { ...database.env, DATA_DIR: place('db') }
  })
  afterAll(async () => {
    await server.stop()
    await database.remove()
  })

  test('applies a migration once, in one transaction, and refuses it once changed', async () => {
    const path = place('20261121130000_ratings.sql')
    writeFileSync(path, 'create table public.ratings (id int primary key); insert into public.ratings values (1);')
    expect(await runCommand('db', ['apply', path], env)).toMatchObject({ code: 0 })
    expect((await runCommand('db', ['apply', path], env)).said).toContain('already applied')
    writeFileSync(path, 'create table public.ratings (id bigint primary key);')
    expect(await runCommand('db', ['apply', path], env)).toMatchObject({
      code: 1,
      said: '20261121130000_ratings.sql has already been applied with different text. Put the change in a new file.\n',
    })
    const broken = place('20261121140000_broken.sql')
    writeFileSync(broken, 'create table public.half (id int); select 1/0;')
    expect((await runCommand('db', ['apply', broken], env)).said).toContain('ERROR 22012: division by zero')
    const { said } = await runCommand('db', ['status'], env)
    expect(said).toContain('All migrations of this version are applied.')
    expect(said).toContain('Your own: 20261121130000_ratings')
    expect(said).not.toContain('broken')
  })

  test('creates no database', async () => {
    const DATA_DIR = place('elsewhere')
    expect(await runCommand('db', ['status'], { DATA_DIR })).toEqual({
      code: 1,
      said: `There is no database in ${DATA_DIR} yet. Start Understudy once, or set DATA_DIR.\n`,
    })
  })

  test('opens a prompt on the database, beside the server', async () => {
    const lines = ["select 'a;b' as text, 1 as", 'one; select 2 as two;', 'select nothing from nowhere;', '\\q', '']
    const { said } = await runCommand('db', ['psql'], env, lines.join('\n'))
    expect(said).toContain(' a;b  | 1\n')
    expect(said).toContain(' 2\n(1 row)')
    expect(said).toContain('ERROR 42P01: relation "nowhere" does not exist')
    const unfinished = await runCommand('db', ['psql'], env, 'select 3 as three')
    expect(unfinished.said).toContain(' 3\n(1 row)')
  })

  test('works beside npm run rebuild-totals, which needs the embedded database to itself', patience, async () => {
    const posted = await fetch(`${server.url}/rest/v1/user_tracking_events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([trackingEvent(), trackingEvent()]),
    })
    expect(posted.status).toBe(201)
    // The recount gives the same totals.
    const state = "select case when public.has_tracking_backlog() then 'behind' else 'counted' end as state;"
    await expect.poll(async () => (await runCommand('db', ['psql'], env, state)).said, patience).toContain(' counted')
    const beside = await runCommand('rebuild-totals', [], env)
    const isFree = database.env['DATABASE_URL'] !== undefined
    expect(beside.said).toContain(isFree ? ': 2 events' : 'Stop the server first: ')
    await server.stop()
    const { code, said } = await runCommand('rebuild-totals', [], env)
    expect(said).toMatch(/^\d{4}-\d\d-\d\d: 2 events\nConversations with corrected outcomes: 0\n$/)
    expect(code).toBe(0)
  })
})
