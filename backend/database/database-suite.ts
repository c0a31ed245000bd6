import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Caller, Database, Setting } from './database.ts'
import { DatabaseError } from './database.ts'
import { migrate } from './migrate.ts'

/** The contract of every adapter. `open` must return a fresh database. */
export function describeDatabase(
  name: string,
  open: (options: { deadlineMs: number; anonTimeoutMs?: number; waitingMax?: number }) => Promise<Database>,
): void {
  // oxlint-disable-next-line vitest/valid-title -- the adapter's test names the adapter
  describe(name, () => {
    let database: Database

    beforeAll(async () => {
      database = await open({ deadlineMs: 2000 })
      await migrate(database)
      await database.runScript(fixtures)
    }, 180_000)
    afterAll(() => database.close())

    async function valueOf(text: string, values: readonly unknown[] = [], caller: Caller | 'system' = 'system') {
      const [result] = await database.transaction(caller, [{ text, values }])
      return Object.values(result?.rows[0] ?? {})[0]
    }

    it("runs a transaction's statements in order and answers each", async () => {
      const results = await database.transaction('system', [
        { text: 'insert into suite.notes (id, text) values ($1, $2)', values: [1, 'first'] },
        { text: 'update suite.notes set text = text || $1 where id = $2 returning text', values: ['!', 1] },
        { text: 'select count(*) as count from suite.notes where id = 1' },
      ])
      expect(results.map(({ rows }) => rows)).toEqual([[], [{ text: 'first!' }], [{ count: 1 }]])
      expect(results[0]?.rowCount).toBe(1)
    })

    it('rolls back when a statement fails', async () => {
      const attempt = database.transaction('system', [
        { text: "insert into suite.notes (id, text) values (2, 'lost')" },
        { text: "insert into suite.notes (id, text) values (2, 'double')" },
      ])
      await expect(attempt).rejects.toMatchObject({
        name: 'DatabaseError',
        sqlstate: '23505',
        constraint: 'notes_pkey',
        detail: 'Key (id)=(2) already exists.',
      })
      expect(await valueOf('select count(*) from suite.notes where id = 2')).toBe(0)
    })

    it('receives notifications after commit, until it stops listening', async () => {
      const heard: (string | null)[] = []
      const all = Promise.withResolvers<void>()
      const stop = await database.listen('suite_channel', (payload) => {
        heard.push(payload)
        if (payload === 'last') all.resolve()
      })
      await expect(
        database.transaction('system', [
          { text: "select pg_notify('suite_channel', 'undone')" },
          { text: 'select 1/0' },
        ]),
      ).rejects.toMatchObject({ sqlstate: '22012' })
      for (const payload of ['first', 'last']) {
        await database.transaction('system', [{ text: "select pg_notify('suite_channel', $1)", values: [payload] }])
      }
      await all.promise
      stop()
      await database.transaction('system', [{ text: "select pg_notify('suite_channel', 'unheard')" }])
      expect(heard).toEqual(['first', 'last'])
    })

    it('rolls back when the commit fails', async () => {
      const attempt = database.transaction('system', [{ text: 'insert into suite.children (parent) values (99)' }])
      await expect(attempt).rejects.toMatchObject({ sqlstate: '23503' })
      expect(await valueOf('select count(*) from suite.children')).toBe(0)
    })

    it('runs as the caller for one transaction only', async () => {
      const text = `select current_user::text as role, auth.uid()::text as uid, auth.role() as claimed,
        current_setting('request.headers')::json ->> 'x-demo-id' as header,
        current_setting('request.method') as method, current_setting('request.path') as path`
      const [result] = await database.transaction(member, [{ text }])
      expect(result?.rows).toEqual([
        {
          role: 'authenticated',
          uid: '11111111-1111-4111-8111-111111111111',
          claimed: 'authenticated',
          header: `it's "quoted" \\ here`,
          method: 'POST',
          path: '/rest/v1/demos',
        },
      ])
      expect(
        await valueOf("select current_user::text || coalesce(current_setting('request.headers', true), '')"),
      ).not.toContain('quoted')
      expect(await valueOf('select auth.uid()')).toBeNull()
      expect(await valueOf('select auth.uid()', [], stranger)).toBeNull()
      expect(await valueOf('select current_user::text', [], stranger)).toBe('anon')
    })

    it('resets the role after an error', async () => {
      await expect(database.transaction(member, [{ text: 'select * from auth.users' }])).rejects.toMatchObject({
        sqlstate: '42501',
      })
      expect(await valueOf('select auth.uid()')).toBeNull()
    })

    it('rolls back when a function resets the role', async () => {
      const attempt = database.transaction(stranger, [
        { text: 'select public.suite_escape()' },
        { text: "insert into suite.notes (id, text) values (66, 'as the owner') returning id" },
      ])
      await expect(attempt).rejects.toMatchObject({ sqlstate: '42501' })
      expect(await valueOf('select count(*) from suite.notes where id = 66')).toBe(0)
      expect(await valueOf('select current_user::text', [], stranger)).toBe('anon')
    })

    it('refuses transactions of an ended session', async () => {
      const ended = { ...member, claims: { ...member.claims, session_id: '22222222-2222-4222-8222-222222222222' } }
      const attempt = database.transaction(ended, [{ text: 'select public.suite_note(77)' }])
      await expect(attempt).rejects.toMatchObject({ sqlstate: 'US401' })
      expect(await valueOf('select count(*) from suite.notes where id = 77')).toBe(0)
    })

    it('notices an ended session, account or membership in the next read, despite caching', async () => {
      const { caller, sessionId, userId } = await signedIn(database)
      const read = async () => {
        const text = 'select count(*) as seen from public.workspaces'
        return (await database.transaction(caller, [{ text }], { readOnly: true }))[0]?.rows[0]?.['seen']
      }
      const readOften = async () => {
        const seen = []
        for (let time = 0; time < 5; time += 1) seen.push(await read())
        return seen
      }
      const change = (text: string) => database.transaction('system', [{ text, values: [userId] }])

      expect(await readOften()).toEqual([1, 1, 1, 1, 1])
      await change('delete from public.workspace_members where user_id = $1')
      expect(await readOften()).toEqual([0, 0, 0, 0, 0])
      await change(
        `insert into public.workspace_members (workspace_id, user_id, role) select id, $1, 'viewer' from public.workspaces`,
      )
      expect(await readOften()).toEqual([1, 1, 1, 1, 1])
      await change('update public.workspaces set requires_aal2 = $1::uuid is not null')
      expect(await readOften()).toEqual([0, 0, 0, 0, 0])
      await change(
        `insert into auth.mfa_factors (user_id, factor_type, status, created_at, updated_at)
         values ($1, 'totp', 'verified', now(), now())`,
      )
      await expect(read()).rejects.toMatchObject({ sqlstate: 'US403' })
      const write = database.transaction(caller, [{ text: 'select 1' }])
      await expect(write).rejects.toMatchObject({ sqlstate: 'US403' })
      await change(`update auth.sessions set aal = 'aal2' where user_id = $1`)
      expect(await readOften()).toEqual([0, 0, 0, 0, 0])
      await change(`update auth.sessions set aal = 'aal1' where user_id = $1`)
      await expect(read()).rejects.toMatchObject({ sqlstate: 'US403' })
      await change('delete from auth.mfa_factors where user_id = $1')
      expect(await readOften()).toEqual([0, 0, 0, 0, 0])
      await change(`update auth.users set banned_until = now() + '1 hour' where id = $1`)
      await expect(read()).rejects.toMatchObject({ sqlstate: 'US401' })
      await change('update auth.users set banned_until = null where id = $1')
      expect(await readOften()).toEqual([0, 0, 0, 0, 0])
      await database.transaction('system', [{ text: 'delete from auth.sessions where id = $1', values: [sessionId] }])
      await expect(read()).rejects.toMatchObject({ sqlstate: 'US401' })
    })

    it("doesn't mix up cached answers of different users", async () => {
      const [one, other] = [await signedIn(database), await signedIn(database)]
      const mine = async ({ caller }: { readonly caller: Caller }) => {
        const text = `select array_agg(user_id::text) as members from public.workspace_members`
        return (await database.transaction(caller, [{ text }], { readOnly: true }))[0]?.rows[0]?.['members']
      }
      const asked = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : other))
      expect(await Promise.all(asked.map(mine))).toEqual(asked.map(({ userId }) => [userId]))
    })

    it('checks again when claims change within a read', async () => {
      const [one, other] = [await signedIn(database), await signedIn(database)]
      const text = `select set_config('request.jwt.claims', $1, true) is not null as changed`
      const seen = 'select array_agg(user_id::text) as members from public.workspace_members'
      for (let time = 0; time < 4; time += 1) {
        const results = await database.transaction(
          one.caller,
          [{ text: seen }, { text, values: [JSON.stringify(other.caller.claims)] }, { text: seen }],
          { readOnly: true },
        )
        expect([results[0]?.rows[0]?.['members'], results[2]?.rows[0]?.['members']]).toEqual([
          [one.userId],
          [other.userId],
        ])
      }
    })

    it('sees columns added since the statement was prepared', async () => {
      await database.runScript('create table suite.growing (a integer); insert into suite.growing values (1)')
      const ask = async () => (await database.transaction('system', [{ text: 'select * from suite.growing' }]))[0]?.rows
      for (let time = 0; time < 3; time += 1) expect(await ask()).toEqual([{ a: 1 }])
      await database.runScript("alter table suite.growing add column b text default 'new'")
      expect(await ask()).toEqual([{ a: 1, b: 'new' }])
    })

    it('applies settings until the transaction ends', async () => {
      const text = "select current_setting('suite.word', true)"
      const [result] = await database.transaction(stranger, [{ text }], { settings: [['suite.word', "it's so"]] })
      expect(result?.rows).toEqual([{ current_setting: "it's so" }])
      expect(await valueOf("select coalesce(current_setting('suite.word', true), '')")).toBe('')
    })

    it('refuses writes in a read-only transaction', async () => {
      const attempt = database.transaction('system', [{ text: 'delete from suite.notes' }], { readOnly: true })
      await expect(attempt).rejects.toMatchObject({ sqlstate: '25006' })
    })

    it.each(['select pg_sleep(60)', 'select count(*) from generate_series(1, 100000000000)'])(
      'ends %s and carries on',
      async (text) => {
        await expect(database.transaction(stranger, [{ text }])).rejects.toMatchObject({ sqlstate: '57014' })
        expect(await valueOf('select 1')).toBe(1)
      },
      60_000,
    )

    it('times anonymous callers out sooner, unless the role or function sets its own timeout', async () => {
      const second = await open({ deadlineMs: 5000, anonTimeoutMs: 300 })
      const sleep = (caller: Caller | 'system', seconds: number, settings: readonly Setting[] = []) =>
        second.transaction(caller, [{ text: `select true as slept from pg_sleep(${seconds})` }], { settings })
      try {
        await expect(sleep(stranger, 60)).rejects.toMatchObject({ sqlstate: '57014' })
        for (const slept of [
          await sleep(member, 0.7),
          await sleep('system', 0.7),
          await sleep(stranger, 0.7, [['statement_timeout', '4s']]),
        ]) {
          expect(slept[0]?.rows).toEqual([{ slept: true }])
        }
      } finally {
        await second.close()
      }
    }, 180_000)

    it.each(Object.entries(tooDeep))(
      'refuses %s before the stack overflows',
      async (_, { text, value = null }) => {
        const attempt = database.transaction(member, [{ text, values: value === null ? [] : [value] }])
        // 2201B: the regular expression is too complex or too deeply nested.
        await expect(attempt).rejects.toMatchObject({ sqlstate: expect.stringMatching(/^(54001|2201B)$/) as string })
        expect(await valueOf('select current_user::text', [], stranger)).toBe('anon')
      },
      60_000,
    )

    it('keeps serving others during an endless anonymous query', async () => {
      const hostile = [
        "select repeat('x', 200) ~ '(x{0,255}y{0,255}){0,255}'",
        'select count(*) from generate_series(1, 100000000000)',
        "select (repeat('[', 100000) || repeat(']', 100000))::jsonb",
      ]
      const attempts = hostile.map((text) => database.transaction(stranger, [{ text }], { readOnly: true }))
      const outcomes = Promise.allSettled(attempts)
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          index % 2 === 0
            ? valueOf('insert into suite.notes (id) values ($1) returning id', [1000 + index])
            : valueOf(`select (auth.jwt() ->> 'number')::int`, [], { ...member, claims: { number: 1000 + index } }),
        ),
      )
      expect(answers).toEqual(Array.from({ length: 40 }, (_, index) => 1000 + index))
      const codes = (await outcomes).map((outcome) => outcome.status === 'rejected' && String(outcome.reason.sqlstate))
      expect(codes).toEqual([expect.stringMatching(/^(57014|2201B)$/), '57014', '54001'])
      expect(await valueOf('select count(*) from suite.notes where id >= 1000')).toBe(20)
    }, 60_000)

    it("serves others before the last of one account's many slow queries", async () => {
      const order: string[] = []
      const slow = Array.from({ length: 20 }, () =>
        database
          .transaction(member, [{ text: 'select pg_sleep(0.2)' }], { readOnly: true })
          .catch(() => undefined)
          .then(() => order.push('slow')),
      )
      const other = { ...member, claims: { sub: '22222222-2222-4222-8222-222222222222' } }
      await valueOf('select 1', [], other)
      order.push('other')
      await Promise.all(slow)
      expect(order.indexOf('other')).toBeLessThan(12)
    }, 60_000)

    it('isolates concurrent callers', async () => {
      const numbers = Array.from({ length: 60 }, (_, index) => index)
      const answers = await Promise.all(
        numbers.map((number) =>
          valueOf("select (auth.jwt() ->> 'number')::int + $1", [number], { ...member, claims: { number } }),
        ),
      )
      expect(answers).toEqual(numbers.map((number) => number * 2))
    })

    it.each([
      ['select $1::jsonb', ['{"a": [1, null]}'], { a: [1, null] }],
      ['select $1::text[]', [['a,b', 'c"d', null]], ['a,b', 'c"d', null]],
      ['select $1::bytea', [new Uint8Array([0, 1, 255])], new Uint8Array([0, 1, 255])],
      ['select $1::timestamptz', ['2026-11-21T06:15:31.5Z'], '2026-11-21T06:15:31.5+00:00'],
      ['select $1::int8', [4_750], 4_750],
      ['select $1::boolean', [true], true],
      ['select $1::numeric', ['1.50'], '1.50'],
      ['select $1::text', [null], null],
      ['select $1::text', [12], '12'],
    ])('passes values through %s', async (text, values, expected) => {
      expect(await valueOf(text, values)).toEqual(expected)
    })

    it('accepts one statement per text', async () => {
      const attempt = database.transaction(stranger, [{ text: 'select 1; select 2' }])
      await expect(attempt).rejects.toMatchObject({ sqlstate: '42601' })
    })

    it('refuses a header with a NUL', async () => {
      const attempt = database.transaction({ ...stranger, path: 'a\0b' }, [{ text: 'select 1' }])
      await expect(attempt).rejects.toBeInstanceOf(DatabaseError)
    })

    it('refuses when the queue is full, drains on close, and refuses afterwards', async () => {
      const second = await open({ deadlineMs: 5000, waitingMax: 20 })
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, () => second.transaction('system', [{ text: 'select 6' }])),
      )
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
      expect(outcomes.length - refusals.length).toBeGreaterThanOrEqual(20)
      expect(new Set(refusals.map(String))).toEqual(
        new Set(['DatabaseError: Too many requests are waiting for the database']),
      )
      const asked = second.transaction('system', [{ text: 'select 7 as seven' }])
      const closed = second.close()
      const late = second.transaction('system', [{ text: 'select 8' }])
      await expect(late).rejects.toMatchObject({ sqlstate: '08006' })
      expect((await asked)[0]?.rows).toEqual([{ seven: 7 }])
      await closed
    }, 60_000)
  })
}

/** A user with a workspace and a session. */
async function signedIn(database: Database) {
  const [userId, sessionId] = [randomUUID(), randomUUID()]
  await database.transaction('system', [
    { text: `insert into auth.users (id, email) values ($1, $2)`, values: [userId, `${userId}@example.com`] },
    { text: 'insert into auth.sessions (id, user_id) values ($1, $2)', values: [sessionId, userId] },
  ])
  const claims = { sub: userId, session_id: sessionId, role: 'authenticated', aal: 'aal1' }
  return { userId, sessionId, caller: { ...member, claims } }
}

const member: Caller = {
  role: 'authenticated',
  claims: { sub: '11111111-1111-4111-8111-111111111111', role: 'authenticated' },
  headers: { 'x-demo-id': `it's "quoted" \\ here` },
  method: 'POST',
  path: '/rest/v1/demos',
}

const stranger: Caller = { role: 'anon', claims: null, headers: {}, method: 'GET', path: '/' }

/** One query for each kind of recursion. */
const tooDeep: Readonly<Record<string, { readonly text: string; readonly value?: string }>> = {
  'nested JSON': { text: 'select $1::jsonb', value: '['.repeat(100_000) + ']'.repeat(100_000) },
  'nested objects': { text: 'select $1::jsonb', value: '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000) },
  'a nested regular expression': { text: "select 'x' ~ $1", value: '(x'.repeat(5_000) + ')*'.repeat(5_000) },
  'a long expression': { text: `select 1${'+1'.repeat(30_000)}` },
  'a long path in JSON': { text: 'select $1::jsonpath', value: `$${'.a'.repeat(100_000)}` },
  'a nested text search': { text: 'select $1::tsquery', value: '('.repeat(50_000) + 'a' + ')'.repeat(50_000) },
  'a function that calls itself': { text: 'select public.suite_endless(1)' },
}

const fixtures = `
  create schema suite;
  create table suite.notes (id integer primary key, text text);
  create table suite.children (
    parent integer references suite.notes (id) deferrable initially deferred
  );
  create function public.suite_escape() returns void language plpgsql
    as $$ begin execute 'reset role'; end $$;
  create function public.suite_note(p_id integer) returns void language sql security definer
    as $$ insert into suite.notes (id) values (p_id) $$;
  grant execute on function public.suite_note(integer) to authenticated;
  create function public.suite_endless(p_depth integer) returns integer language plpgsql
    as $$ begin return public.suite_endless(p_depth + 1); end $$;
`
