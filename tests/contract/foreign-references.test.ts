import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { attempt } from './row-level-security/attempt.ts'
import { newDemo, startCast, stepOf, workspaceOf, type Cast } from './row-level-security/cast.ts'
import { tables, type Row } from './row-level-security/table-rights.ts'

/* Rows of one workspace that name rows of another one: the database's policies must look at both. */

interface Reference {
  readonly table: string
  readonly column: string
  readonly target: string
  readonly canUpdate: boolean
}

type Ids = Readonly<Record<string, string>>

let cast: Cast
let own: Ids
let foreign: Ids
let references: readonly Reference[]

beforeAll(async () => {
  cast = await startCast()
  const { service, owner, author, backend, workspaceId, demoId, stepId } = cast
  const ownWorkspace = await workspaceOf(service, author)
  const ownDemo = await newDemo({ backend, service, owner: author, workspaceId: ownWorkspace }, 'active')
  const ids = async (workspace: string, demo: string, step: string, user: string): Promise<Ids> => {
    const rows = { agents: randomUUID(), captures: randomUUID() }
    await service.from('agents').insert({ id: rows.agents, workspace_id: workspace, slug: rows.agents }).throwOnError()
    const capture = {
      id: rows.captures,
      workspace_id: workspace,
      user_id: user,
      session_id: 's',
      url: 'https://x.test',
    }
    await service.from('captures').insert(capture).throwOnError()
    return { ...rows, workspaces: workspace, demos: demo, demo_steps: step, users: user }
  }
  own = await ids(ownWorkspace, ownDemo, await stepOf(service, ownDemo), author.user.id)
  foreign = await ids(workspaceId, demoId, stepId, owner.user.id)
  const [result] = await backend.services.database.transaction('system', [
    {
      text: `select k.conrelid::regclass::text as table, a.attname as column, k.confrelid::regclass::text as target,
               has_column_privilege('authenticated', k.conrelid, a.attnum, 'update') as can_update
             from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
             where k.contype = 'f' and k.connamespace = 'public'::regnamespace
               and (has_column_privilege('authenticated', k.conrelid, a.attnum, 'insert')
                 or has_column_privilege('authenticated', k.conrelid, a.attnum, 'update'))
             order by 1, 2, 3`,
    },
  ])
  const plain = (name: unknown) => String(name).replace('public.', '')
  references = (result?.rows ?? []).map((row) => ({
    table: plain(row['table']),
    column: String(row['column']),
    // A key of two columns, the workspace and the row.
    target: row['column'] === 'workspace_id' ? 'workspaces' : plain(row['target']),
    canUpdate: row['can_update'] === true,
  }))
})

afterAll(() => cast.backend.close())

/** A row of the author's own, which refers only to their own rows. */
function ownRow(table: string): Row {
  const row: Record<string, unknown> = { ...tables[table]?.row(cast) }
  for (const { column, target } of references.filter((each) => each.table === table)) {
    if (column in row) row[column] = own[target]
  }
  if ('id' in row) row['id'] = randomUUID()
  if ('order' in row) row['order'] = 7
  return row
}

describe('a row that names a row of another workspace', () => {
  it('is refused or corrected to the author’s own, in every column of every table, when added and when changed', async () => {
    expect(references.length).toBeGreaterThan(30)
    const { client } = cast.author
    const accepted: string[] = []
    for (const { table, column, target, canUpdate } of references) {
      const key = tables[table]?.key ?? ['id']
      const mine = ownRow(table)
      const named = (rows: unknown) => ((rows ?? []) as readonly Row[]).some((row) => row[column] === foreign[target])
      const added = await client
        .from(table)
        .insert({ ...mine, [column]: foreign[target] })
        .select()
      if (named(added.data)) accepted.push(`insert ${table}.${column}`)
      if (!canUpdate) continue
      const { error } = await client.from(table).insert(mine)
      // Otherwise the refusals would prove nothing. Some tables hold one row of the author, which exists by now.
      expect([table, column, error?.code === '23505' ? undefined : error?.message]).toEqual([table, column, undefined])
      const match = Object.fromEntries(key.map((name) => [name, mine[name]]))
      const changed = await client
        .from(table)
        .update({ [column]: foreign[target] })
        .match(match)
        .select()
      if (named(changed.data)) accepted.push(`update ${table}.${column}`)
    }
    expect(accepted).toEqual([])
  })
})

describe('a procedure that is given ids of another workspace', () => {
  /** All rows of the workspace, as one text for each table. */
  async function rowsOf(workspace: string): Promise<readonly string[]> {
    const { database } = cast.backend.services
    const [found] = await database.transaction('system', [
      {
        text: `select format('select %L || coalesce(string_agg(t::text, '','' order by t::text), '''') as rows from public.%I t where t.%I = %L',
                 table_name || ': ', table_name, column_name, $1::text) as query
               from information_schema.columns
               where table_schema = 'public' and (column_name = 'workspace_id' or (table_name, column_name) = ('workspaces', 'id'))
               order by 1`,
        values: [workspace],
      },
    ])
    const queries = (found?.rows ?? []).map((row) => ({ text: String(row['query']) }))
    expect(queries.length).toBeGreaterThan(20)
    return (await database.transaction('system', queries)).map(({ rows }) => String(rows[0]?.['rows']))
  }

  it('reveals and changes nothing, even together with the id of the caller’s workspace', async () => {
    const { backend, service, clients, workspaceId } = cast
    for (const table of Object.keys(tables)) await attempt(cast, service, 'select', table)
    const oneOf = async (table: string) => {
      const { data } = await service
        .from(table)
        .select('id')
        .eq('workspace_id', workspaceId)
        .limit(1)
        .single()
        .throwOnError()
      return String((data as Row)['id'])
    }
    const ids: Readonly<Record<string, unknown>> = {
      p_demo_id: foreign['demos'],
      p_step_id: foreign['demo_steps'],
      p_from_id: foreign['demo_steps'],
      p_step_ids: [foreign['demo_steps']],
      p_agent_id: foreign['agents'],
      p_capture_id: foreign['captures'],
      p_user_id: foreign['users'],
      p_card_id: await oneOf('step_cards'),
      p_lead_id: await oneOf('leads'),
      p_conversation_id: await oneOf('conversations'),
      p_meeting_id: await oneOf('meetings'),
    }
    const others: Readonly<Record<string, unknown>> = {
      uuid: randomUUID(),
      text: 'all',
      integer: 1,
      boolean: true,
      jsonb: {},
      date: '2026-11-20',
      'timestamp with time zone': '2026-11-20T00:00:00Z',
    }
    const [found] = await backend.services.database.transaction('system', [
      {
        text: `select p.proname as name, p.proargnames[1:p.pronargs] as arguments,
                 (select array_agg(t::regtype::text) from unnest(p.proargtypes) t) as types
               from pg_proc p
               where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
                 and has_function_privilege('authenticated', p.oid, 'execute') and p.pronargs > 0
               order by 1`,
      },
    ])
    const before = await rowsOf(workspaceId)
    const told: Record<'author' | 'owner', string[]> = { author: [], owner: [] }
    let calls = 0
    const ask = async (who: 'author' | 'owner', workspace: unknown): Promise<void> => {
      for (const { name, arguments: given, types } of found?.rows ?? []) {
        const names = given as readonly string[]
        if (!names.some((each) => each in ids)) continue
        const input = Object.fromEntries(
          names.map((each, at) => [
            each,
            each === 'p_workspace_id' ? workspace : (ids[each] ?? others[(types as readonly string[])[at] ?? '']),
          ]),
        )
        const { data } = await clients[who].rpc(String(name), input)
        calls += 1
        const words = longWordsOf(JSON.stringify(data)).filter((word) => !JSON.stringify(input).includes(word))
        if (before.some((rows) => words.some((word) => rows.includes(word)))) told[who].push(String(name))
      }
    }
    await ask('author', own['workspaces'])
    await ask('author', workspaceId)
    expect(calls).toBeGreaterThan(50)
    expect(told.author).toEqual([])
    expect(await rowsOf(workspaceId)).toEqual(before)
    // Otherwise the silence would prove nothing.
    await ask('owner', workspaceId)
    expect(told.owner.length).toBeGreaterThan(8)
  })

  /** Ids and the like, which aren't in the answer by chance. */
  function longWordsOf(text: string): readonly string[] {
    return text.match(/[\w.-]{20,}/g) ?? []
  }
})
