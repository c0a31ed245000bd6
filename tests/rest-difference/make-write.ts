import type { RandomChoices } from '#support/random-choices.ts'

import type { Embedded } from './make-read.ts'
import { filterOf, selectOf } from './make-read.ts'
import type { ProofRequest } from './proof-request.ts'
import { pair, pathOf } from './proof-request.ts'
import type { ProofTable } from './proof-tables.ts'
import { tableOf } from './proof-tables.ts'

const writable: Readonly<Record<string, (chance: RandomChoices, id: number) => Readonly<Record<string, unknown>>>> = {
  authors: (chance, id) => ({
    id,
    name: `N${id}`,
    owner: '0c4f9a52-6e0b-4a80-9f43-1d2f6f3c7a11',
    ...(chance.often(0.5) ? { tags: ['q', 'r s'], bio: { k: [1, null] }, rating: 3.5 } : {}),
  }),
  books: (chance, id) => ({
    id,
    ...(chance.often(0.7) ? { title: `T "${id}", x` } : {}),
    ...(chance.often(0.5)
      ? { author_id: chance.pick([1, 2, null, 99]), kind: chance.pick(['novel', 'song', null]), data: { z: 1 } }
      : {}),
  }),
  genres: (chance, id) => ({
    id: `g${id}`,
    label: chance.pick(['L', null, 'a very long label that does not fit at all']),
    parent: chance.pick([null, 'art', 'none']),
  }),
  visits: (chance, id) => ({
    id,
    country: 'DE',
    city: chance.pick(['Ulm', 'Köln', 'Rom']),
    note: chance.pick(['x', 'secret', 'z', null]),
  }),
  inner_names: (chance, id) => ({
    page: id,
    result: 'r',
    called: chance.pick(['c', null]),
    ...(chance.often(0.5) ? { body: 'b', total: 1, given: 'g', args: 2, inserted: 3 } : {}),
  }),
  guests: (chance, id) => ({ id: `T-${id}`, name: `G${id}`, friend: chance.pick(['T-1', null, 'T-99', 'T-2']) }),
  no_key: (_, id) => ({ a: id, b: 'new' }),
  active_authors: (chance, id) => ({ id, full_name: `V${id}`, ...(chance.often(0.3) ? { born: '1999-09-09' } : {}) }),
  book_genres: (chance, id) => ({
    book_id: chance.pick([2, 4, id]),
    genre_id: chance.pick(['art', 'pop', 'none']),
    weight: chance.pick([1, 'x', null]),
  }),
  every_type: (chance, id) => ({
    id,
    ...(chance.often(0.5)
      ? {
          ints: [1, 2],
          texts: ['a"b', 'c,d'],
          a_bool: true,
          a_date: '2024-01-01',
          a_jsonb: { a: [1] },
          a_numrange: '[1,2]',
          a_size: { w: 1, h: 2 },
          a_bytea: '\\x01',
        }
      : { a_domain: chance.pick([1, -1]), a_int2: chance.pick([1, 70_000]), a_uuid: chance.pick([null, 'x']) }),
  }),
}

export function writeTable(chance: RandomChoices): ProofRequest {
  const table = tableOf.get(chance.pick(Object.keys(writable))) as ProofTable
  const make = writable[table.name] as (chance: RandomChoices, id: number) => Readonly<Record<string, unknown>>
  const id = chance.pick([1, 2, 3, 500, 501])
  const method = chance.pick(['POST', 'POST', 'PATCH', 'DELETE', 'PUT'])
  const returned = chance.pick([
    '',
    'return=minimal',
    'return=headers-only',
    'return=representation',
    'return=representation',
    'return=representation',
  ])
  const prefer = [
    returned,
    chance.often(0.15) ? 'count=exact' : '',
    chance.often(0.15) && method !== 'DELETE' ? 'missing=default' : '',
    chance.often(0.05) && method !== 'DELETE' ? 'missing=null' : '',
    chance.often(0.05) ? chance.pick(['handling=lenient', 'handling=strict', 'tx=commit', 'tx=rollback']) : '',
    chance.often(0.05) ? 'timezone=Asia/Tokyo' : '',
  ]
  const query: string[] = []
  const embedded: Embedded[] = []
  if (chance.often(0.5) && returned === 'return=representation') {
    const select = selectOf(chance, table, ['', '', ''], embedded)
    const embed = table.embeds.find(({ isOne, select: name }) => isOne && name !== 'writer')
    query.push(pair('select', embed !== undefined && chance.often(0.4) ? `${select},${embed.select}(*)` : select))
  }
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (chance.often(0.15))
    headers['accept'] = chance.pick([
      'application/vnd.pgrst.object+json',
      'text/csv',
      'application/vnd.pgrst.array+json;nulls=stripped',
    ])
  const keyed = table.key.map((name) => pair(name, `eq.${keyPrefix[table.name] ?? ''}${id}`))
  let body: string | null = null
  if (method === 'POST') {
    const rows = Array.from({ length: chance.pick([1, 1, 1, 2, 3, 0]) }, (_, index) => make(chance, id + index * 100))
    body = chance.often(0.03) ? '{"broken' : JSON.stringify(rows.length === 1 && chance.often(0.6) ? rows[0] : rows)
    if (chance.often(0.3)) prefer.push(chance.pick(['resolution=merge-duplicates', 'resolution=ignore-duplicates']))
    if (table.name === 'books' && chance.often(0.15))
      query.push(`on_conflict=${chance.pick(['isbn', 'id', 'title', 'none'])}`)
    if (chance.often(0.1)) query.push(`columns=${Object.keys(rows[0] ?? { id: 1 }).join(',')}`)
    if (chance.often(0.08) && rows.length > 0) {
      headers['content-type'] = 'text/csv'
      const names = Object.keys(rows[0] ?? {}).filter((name) =>
        rows.every((row) => typeof row[name] !== 'object' || row[name] === null),
      )
      body = [
        names.join(','),
        ...rows.map((row) =>
          names.map((name) => (row[name] === null ? 'NULL' : csvField(String(row[name])))).join(','),
        ),
      ].join('\n')
    }
    if (chance.often(0.05)) {
      headers['content-type'] = 'application/x-www-form-urlencoded'
      body = table.name === 'genres' ? 'id=form&label=From+a+form' : `id=777`
    }
  } else if (method === 'PATCH') {
    const { id: _, ...change } = make(chance, id)
    body = JSON.stringify(chance.often(0.05) ? {} : change)
    query.push(
      ...(chance.often(0.6) && keyed.length > 0
        ? keyed
        : [filterOf(chance, table, Object.keys(table.columns)[0] ?? 'id', [])]),
    )
  } else if (method === 'DELETE') {
    query.push(
      ...(chance.often(0.6) && keyed.length > 0
        ? keyed
        : [filterOf(chance, table, Object.keys(table.columns)[0] ?? 'id', [])]),
    )
  } else {
    body = JSON.stringify(make(chance, chance.often(0.9) ? id : id + 1))
    query.push(...(chance.often(0.9) ? keyed : [pair(Object.keys(table.columns)[1] ?? 'id', 'eq.1')]))
  }
  const present = prefer.filter(Boolean)
  if (present.length > 0) headers['prefer'] = present.join(',')
  return { method, path: pathOf(table, query), headers, body, isSignedIn: false }
}

const keyPrefix: Readonly<Record<string, string>> = { genres: 'g', guests: 'T-' }

function csvField(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
