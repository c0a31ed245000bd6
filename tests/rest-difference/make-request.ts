import { Chance } from '#support/chance.ts'

/** A request to both servers. */
export interface ProofRequest {
  readonly method: string
  /** From the root of the service, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly isSignedIn: boolean
}

/** The request with this number under this seed: always the same one, so that a run can be gone on with anywhere. */
export function makeRequest(seed: number, index: number): ProofRequest {
  const chance = Chance.at(seed, index)
  const request = chance.pick<() => ProofRequest>([
    ...times(12, () => readTable(chance)),
    ...times(3, () => callFunction(chance)),
    ...times(3, () => writeTable(chance)),
    ...times(1, () => oddity(chance)),
  ])()
  return { ...request, isSignedIn: chance.often(0.4) }
}

function times<T>(count: number, value: T): readonly T[] {
  return Array.from({ length: count }, () => value)
}

type Kind =
  | 'int'
  | 'number'
  | 'text'
  | 'bool'
  | 'date'
  | 'time'
  | 'json'
  | 'list'
  | 'ints'
  | 'range'
  | 'search'
  | 'enum'
  | 'uuid'
  | 'ticket'
  | 'other'

interface ProofTable {
  readonly name: string
  readonly columns: Readonly<Record<string, Kind>>
  /** Relations that can be embedded, with the table they lead to and whether that is one row. */
  readonly embeds: readonly { readonly select: string; readonly to: string; readonly isOne: boolean }[]
  readonly key: readonly string[]
}

const authorColumns = {
  id: 'int',
  name: 'text',
  born: 'date',
  bio: 'json',
  rating: 'number',
  tags: 'list',
  active: 'bool',
  owner: 'uuid',
} as const

const tables: readonly ProofTable[] = [
  {
    name: 'authors',
    columns: authorColumns,
    key: ['id'],
    embeds: [
      { select: 'books!books_author_id_fkey', to: 'books', isOne: false },
      { select: 'books!editor_id', to: 'books', isOne: false },
      { select: 'details', to: 'details', isOne: true },
      { select: 'visits', to: 'visits', isOne: false },
      { select: 'recent', to: 'books', isOne: false },
      { select: 'places', to: 'places', isOne: false },
    ],
  },
  {
    name: 'books',
    columns: {
      id: 'int',
      title: 'text',
      author_id: 'int',
      editor_id: 'int',
      pages: 'int',
      price: 'number',
      published: 'time',
      during: 'range',
      search: 'search',
      data: 'json',
      isbn: 'text',
      kind: 'enum',
    },
    key: ['id'],
    embeds: [
      { select: 'authors!books_editor', to: 'authors', isOne: true },
      { select: 'author_id', to: 'authors', isOne: true },
      { select: 'authors!author_id', to: 'authors', isOne: true },
      { select: 'genres', to: 'genres', isOne: false },
      { select: 'book_genres', to: 'book_genres', isOne: false },
      { select: 'writer', to: 'authors', isOne: true },
    ],
  },
  {
    name: 'genres',
    columns: { id: 'text', label: 'text', parent: 'text' },
    key: ['id'],
    embeds: [
      { select: 'genres', to: 'genres', isOne: false },
      { select: 'parent', to: 'genres', isOne: true },
      { select: 'books', to: 'books', isOne: false },
      { select: 'genres!parent', to: 'genres', isOne: false },
    ],
  },
  {
    name: 'book_genres',
    columns: { book_id: 'int', genre_id: 'text', weight: 'number' },
    key: ['book_id', 'genre_id'],
    embeds: [
      { select: 'books', to: 'books', isOne: true },
      { select: 'genres', to: 'genres', isOne: true },
    ],
  },
  {
    name: 'details',
    columns: { author_id: 'int', email: 'text', phone: 'int' },
    key: ['author_id'],
    embeds: [{ select: 'authors', to: 'authors', isOne: true }],
  },
  {
    name: 'places',
    columns: { country: 'text', city: 'text', people: 'int' },
    key: ['country', 'city'],
    embeds: [{ select: 'visits', to: 'visits', isOne: false }],
  },
  {
    name: 'visits',
    columns: { id: 'int', country: 'text', city: 'text', author_id: 'int', note: 'text' },
    key: ['id'],
    embeds: [
      { select: 'places', to: 'places', isOne: true },
      { select: 'authors', to: 'authors', isOne: true },
      { select: 'visit_place', to: 'places', isOne: true },
    ],
  },
  { name: 'no_key', columns: { a: 'int', b: 'text' }, key: [], embeds: [] },
  {
    name: 'odd table',
    columns: { '"the id"': 'int', '"a.b"': 'text', '"comma,d"': 'int' },
    key: ['the id'],
    embeds: [],
  },
  {
    name: 'every_type',
    columns: {
      id: 'int',
      a_bool: 'bool',
      a_int2: 'int',
      a_int8: 'int',
      a_real: 'number',
      a_double: 'number',
      a_numeric: 'number',
      a_text: 'text',
      a_varchar: 'text',
      a_char: 'text',
      a_bytea: 'other',
      a_date: 'date',
      a_time: 'other',
      a_timetz: 'other',
      a_timestamp: 'time',
      a_timestamptz: 'time',
      a_interval: 'other',
      a_uuid: 'uuid',
      a_inet: 'other',
      a_cidr: 'other',
      a_macaddr: 'other',
      a_json: 'json',
      a_jsonb: 'json',
      a_point: 'other',
      ints: 'ints',
      texts: 'list',
      a_numrange: 'range',
      a_tsvector: 'search',
      a_bit: 'other',
      a_kind: 'enum',
      a_size: 'other',
      a_domain: 'int',
      kinds: 'list',
      made: 'int',
    },
    key: ['id'],
    embeds: [],
  },
  {
    name: 'active_authors',
    columns: { id: 'int', full_name: 'text', born: 'date' },
    key: [],
    embeds: [
      { select: 'visits', to: 'visits', isOne: false },
      { select: 'details', to: 'details', isOne: true },
    ],
  },
  {
    name: 'titles',
    columns: { id: 'int', title: 'text', writer_id: 'int', name: 'text' },
    key: [],
    embeds: [{ select: 'book_genres', to: 'book_genres', isOne: false }],
  },
  {
    name: 'inner_names',
    columns: {
      page: 'int',
      result: 'text',
      called: 'text',
      body: 'text',
      total: 'int',
      written: 'bool',
      given: 'text',
      args: 'int',
      inserted: 'int',
      author_id: 'int',
    },
    key: ['page'],
    embeds: [{ select: 'authors', to: 'authors', isOne: true }],
  },
  {
    name: 'guests',
    columns: { id: 'ticket', name: 'text', friend: 'ticket' },
    key: ['id'],
    embeds: [
      { select: 'friend', to: 'guests', isOne: true },
      { select: 'guests', to: 'guests', isOne: false },
    ],
  },
  { name: 'per_author', columns: { author_id: 'int', books: 'int', worth: 'number' }, key: [], embeds: [] },
]

const tableOf = new Map(tables.map((table) => [table.name, table]))

function readTable(chance: Chance): ProofRequest {
  const table = chance.pick(tables)
  const query = readQuery(chance, table)
  const headers: Record<string, string> = {}
  const prefer = [
    chance.often(0.3) ? 'count=exact' : '',
    chance.often(0.1) ? 'handling=strict' : '',
    chance.often(0.03) ? 'colour=red' : '',
    chance.often(0.05) ? 'timezone=America/Lima' : '',
  ].filter(Boolean)
  if (prefer.length > 0) headers['prefer'] = prefer.join(', ')
  if (chance.often(0.3)) {
    headers['accept'] = chance.pick([
      'application/json',
      'text/csv',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.object+json;nulls=stripped',
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.array+json',
      'text/html',
      'text/csv;q=0.5, application/json',
      '*/*',
    ])
  }
  if (chance.often(0.1)) {
    const first = chance.upTo(12)
    headers['range'] = `${first}-${chance.often(0.8) ? first + chance.upTo(9) : ''}`
    headers['range-unit'] = 'items'
  }
  return {
    method: chance.often(0.08) ? 'HEAD' : 'GET',
    path: pathOf(table, query),
    headers,
    body: null,
    isSignedIn: false,
  }
}

function pathOf(table: ProofTable, query: readonly string[]): string {
  return `/${encodeURIComponent(table.name)}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

function pair(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
}

interface Embedded {
  readonly path: readonly string[]
  readonly table: ProofTable
  readonly isOne: boolean
}

function readQuery(chance: Chance, table: ProofTable): readonly string[] {
  const embedded: Embedded[] = []
  const query: string[] = []
  if (chance.often(0.8)) query.push(pair('select', selectOf(chance, table, [], embedded)))
  for (const column of chance.some(Object.keys(table.columns), 2)) query.push(filterOf(chance, table, column, []))
  if (chance.often(0.15)) query.push(logicOf(chance, table, []))
  // Without an order the two could show the same rows in another order.
  query.push(...orderOf(chance, table, embedded, []))
  if (chance.often(0.25)) query.push(pair('limit', String(chance.upTo(6))))
  if (chance.often(0.2)) query.push(pair('offset', String(chance.pick([0, 1, 2, 5, 40]))))
  for (const each of embedded) {
    if (chance.often(0.35))
      query.push(filterOf(chance, each.table, chance.pick(Object.keys(each.table.columns)), each.path))
    if (chance.often(0.1)) query.push(logicOf(chance, each.table, each.path))
    if (!each.isOne) query.push(pair([...each.path, 'order'].join('.'), totalOrder(each.table)))
    if (!each.isOne && chance.often(0.3)) query.push(pair([...each.path, 'limit'].join('.'), String(chance.upTo(3))))
    if (!each.isOne && chance.often(0.1)) query.push(pair([...each.path, 'offset'].join('.'), String(chance.upTo(2))))
    if (each.path.length === 1 && chance.often(0.08))
      query.push(pair(each.path[0] ?? '', chance.pick(['is.null', 'not.is.null'])))
  }
  if (chance.often(0.02)) query.push(pair('nowhere.id', 'eq.1'))
  if (chance.often(0.02)) query.push(pair('colour', 'eq.red'))
  return query
}

function selectOf(chance: Chance, table: ProofTable, path: readonly string[], embedded: Embedded[]): string {
  const names = Object.keys(table.columns)
  const items = chance.often(0.35)
    ? ['*']
    : [...new Set(chance.some(names, 4))].map((name) => fieldOf(chance, table, name))
  if (chance.often(0.1) && table.name === 'authors' && path.length === 0) items.push('shout')
  if (path.length < 3) {
    const wanted = chance.often(path.length === 0 ? 0.45 : 0.25) ? [...new Set(chance.some(table.embeds, 2))] : []
    const taken = new Set<string>()
    const bareNames = new Set<string>()
    for (const embed of wanted) {
      const to = tableOf.get(embed.to)
      if (to === undefined) continue
      const bare = embed.select.split('!')[0] ?? ''
      // PostgREST can't keep two of one name apart, alias or not: what is meant for one may go to the other.
      if (bareNames.has(bare)) continue
      bareNames.add(bare)
      const alias = taken.has(bare) || chance.often(0.3) ? `x${path.length}${taken.size}` : null
      const name = alias ?? bare
      taken.add(name)
      const isSpread = embed.isOne && alias === null && chance.often(0.25)
      const join = chance.often(0.25) ? chance.pick(['!inner', '!left']) : ''
      const inner = chance.often(0.06)
        ? ''
        : selectOf(chance, to, isSpread ? [...path, bare] : [...path, name], embedded)
      embedded.push({ path: [...path, isSpread ? bare : name], table: to, isOne: embed.isOne })
      items.push(`${isSpread ? '...' : alias === null ? '' : `${alias}:`}${embed.select}${join}(${inner})`)
    }
  }
  return items.length === 0 ? '*' : items.join(',')
}

function fieldOf(chance: Chance, table: ProofTable, name: string): string {
  const kind = table.columns[name]
  if (kind === 'json' && chance.often(0.6))
    return `${name}${chance.pick(['->>city', '->langs->0', '->list->>1', '->>n', '->deep->>x', '->a', '->>b', '->deep', '->none->>deeper', '->>age::int'])}`
  if (chance.often(0.12)) return `c_${name.replaceAll(/\W/g, '')}:${name}`
  if (chance.often(0.1) && kind !== 'other' && kind !== 'range' && kind !== 'search')
    return `${name}::${chance.pick(['text', 'text', 'varchar', kind === 'int' ? 'numeric' : 'text', kind === 'time' ? 'date' : 'text'])}`
  return name
}

function filterOf(chance: Chance, table: ProofTable, column: string, path: readonly string[]): string {
  const kind = table.columns[column] ?? 'text'
  const isPath = kind === 'json' && chance.often(0.9)
  const field = isPath ? `${column}${chance.pick(['->>city', '->>n', '->>s', '->deep->>x'])}` : column
  const { operator, value } = testOf(chance, isPath ? 'text' : kind)
  const isNegated = chance.often(0.15)
  return pair([...path, field].join('.'), `${isNegated ? 'not.' : ''}${operator}.${value}`)
}

function totalOrder(table: ProofTable): string {
  const names =
    table.key.length > 0
      ? table.key
      : table.name === 'per_author'
        ? ['author_id']
        : table.name === 'no_key'
          ? ['a', 'b']
          : ['id']
  return names.map((name) => (/\W/.test(name) ? `"${name}"` : name)).join(',')
}

function orderOf(
  chance: Chance,
  table: ProofTable,
  embedded: readonly Embedded[],
  path: readonly string[],
): readonly string[] {
  const orderable = Object.entries(table.columns).filter(([, kind]) => kind !== 'json' && kind !== 'other')
  const terms = chance
    .some(orderable, 1)
    .map(([name]) => `${name}${chance.pick(['', '.asc', '.desc', '.desc.nullslast', '.asc.nullsfirst', '.nullslast'])}`)
  const json = table.name === 'authors' && chance.often(0.1) ? ['bio->>city.desc'] : []
  const related = embedded
    .filter((each) => each.path.length === 1 && chance.often(0.1))
    .map((each) => `${each.path[0] ?? ''}(${chance.pick(Object.keys(each.table.columns))})`)
  return [pair([...path, 'order'].join('.'), [...related, ...json, ...terms, totalOrder(table)].join(','))]
}

function logicOf(chance: Chance, table: ProofTable, path: readonly string[]): string {
  const names = Object.keys(table.columns).filter((name) => table.columns[name] !== 'json')
  const part = (depth: number): string => {
    if (depth < 2 && chance.often(0.25))
      return `${chance.pick(['and', 'or', 'not.and', 'not.or'])}(${part(depth + 1)},${part(depth + 1)})`
    const name = chance.pick(names)
    const { operator, value } = testOf(chance, table.columns[name] ?? 'text')
    const quoted =
      operator === 'in' || operator.endsWith(')') || /^[\w.{}%*:-]+$/.test(value)
        ? value
        : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    return `${name}.${chance.often(0.2) ? 'not.' : ''}${operator}.${quoted}`
  }
  const key = chance.pick(['and', 'or', 'not.and', 'not.or'])
  return pair([...path, key].join('.'), `(${part(0)},${part(0)})`)
}

function testOf(chance: Chance, kind: Kind): { readonly operator: string; readonly value: string } {
  if (chance.often(0.1)) return { operator: 'is', value: chance.pick(['null', 'null', 'true', 'false', 'unknown']) }
  if (chance.often(0.02))
    return {
      operator: chance.pick(['equals', 'like', 'fts', 'cs', 'sl', 'match']),
      value: chance.pick(['1', 'a', '{1}']),
    }
  if (chance.often(0.1) && kind !== 'json' && kind !== 'other' && kind !== 'search') {
    return {
      operator: 'in',
      value: `(${Array.from({ length: 1 + chance.upTo(3) }, () => listed(valueOf(chance, kind))).join(',')})`,
    }
  }
  if (kind === 'text') {
    if (chance.often(0.4))
      return {
        operator: chance.pick(['like', 'ilike']),
        value: chance.pick(['*o*', 'Book*', '%1', 'author _', 'x', 'b*']),
      }
    if (chance.often(0.2))
      return {
        operator: chance.pick(['like(any)', 'ilike(all)', 'like(all)', 'ilike(any)']),
        value: chance.pick(['{B*,*1}', '{*o*}', '{a*,b*,"A*"}']),
      }
    if (chance.often(0.2))
      return { operator: chance.pick(['match', 'imatch']), value: chance.pick(['^B', 'o+', '[0-9]$', 'A|B']) }
    if (chance.often(0.15))
      return {
        operator: chance.pick(['fts', 'plfts', 'phfts', 'wfts', 'fts(english)', 'wfts(simple)']),
        value: chance.pick(['book', 'author', 'odd']),
      }
  }
  if (kind === 'search')
    return {
      operator: chance.pick([
        'fts',
        'plfts',
        'phfts',
        'wfts',
        'fts(english)',
        'plfts(english)',
        'wfts(english)',
        'phfts(simple)',
      ]),
      value: chance.pick([
        'cats',
        'dogs',
        'fat',
        'run',
        'running',
        'cat',
        'cat & dog',
        'cat | fast',
        'cats dogs',
        '"cats and dogs"',
        '-sleep',
        '!cat',
        '& |',
      ]),
    }
  if (kind === 'list')
    return {
      operator: chance.pick(['cs', 'cd', 'ov', 'eq']),
      value: chance.pick(['{a}', '{a,b}', '{b,"c d"}', '{}', '{novel}', '{NULL}', '{"a', 'a']),
    }
  if (kind === 'ints')
    return { operator: chance.pick(['cs', 'cd', 'ov', 'eq', 'gt']), value: chance.pick(['{1}', '{1,3}', '{}', '{9}']) }
  if (kind === 'range')
    return {
      operator: chance.pick(['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'eq']),
      value: chance.pick(['[1,5)', '(2,30)', '[10,11]', 'empty', '[5,)', '(,)', '[3,3]', '[9,1]']),
    }
  if (kind === 'json')
    return { operator: chance.pick(['cs', 'cd']), value: chance.pick(['{"b":1}', '{"city":"C1"}', '{}']) }
  const operator = chance.pick(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct'])
  if (chance.often(0.08) && kind === 'int')
    return {
      operator: chance.pick(['eq(any)', 'gt(all)', 'lt(any)', 'gte(all)']),
      value: chance.pick(['{1,2,3}', '{5}', '{1,7}']),
    }
  return { operator, value: valueOf(chance, kind) }
}

function listed(value: string): string {
  return /^[\w-]+$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function valueOf(chance: Chance, kind: Kind): string {
  if (chance.often(0.02)) return chance.pick(['x', '', '1.5', 'null', "'", '\\', '"'])
  switch (kind) {
    case 'int':
      return String(chance.pick([0, 1, 2, 3, 5, 7, 12, 28, 100]))
    case 'number':
      return chance.pick(['1.25', '3.5', '10', '35', '-1', '1e2'])
    case 'bool':
      return chance.pick(['true', 'false'])
    case 'date':
      return chance.pick(['1910-01-01', '1920-06-03', '2024-02-29', 'today'])
    case 'time':
      return chance.pick(['2024-03-01', '2024-02-29T10:00:00Z', '2024-02-29 10:00:00+02'])
    case 'ticket':
      return `T-${chance.pick([1, 2, 3, 5, 7, 99])}`
    case 'enum':
      return chance.pick(['novel', 'essay', 'poem', 'song'])
    case 'uuid':
      return chance.pick(['0c4f9a52-6e0b-4a80-9f43-1d2f6f3c7a11', '00000000-0000-0000-0000-000000000000', 'nobody'])
    default:
      return chance.pick(['Book 1', 'Author A', 'art', 'The, "odd" (book) 4', 'x', 'isbn-1', 'DE', 'C1', 'v1', '5'])
  }
}

function callFunction(chance: Chance): ProofRequest {
  const rows = chance.pick([
    '',
    '?order=id&limit=3',
    '?select=id,title&id=lt.5&order=id',
    '?select=id,authors!author_id(name)&order=id&limit=4',
    '?order=id.desc&offset=2&limit=2&select=title,kind',
    '?select=id,genres(id)&id=in.(1,3,5)&order=id&genres.order=id',
    '?select=id,...authors!author_id(name)&order=id&limit=5&offset=1',
    '?or=(id.eq.1,and(kind.eq.poem,price.gt.20))&order=id&select=id,kind::text,data->>n',
    '?select=title,book_genres!inner(weight)&order=id&limit=3&book_genres.weight=gt.5&book_genres.order=genre_id',
  ])
  const n = chance.upTo(9)
  const calls: readonly (() => readonly [name: string, args: Readonly<Record<string, unknown>>, query?: string])[] = [
    () => ['add', { a: n, b: 2 }],
    () => ['add', { a: n }],
    () => ['add', { b: n }],
    () => ['add', { a: 'x' }],
    () => ['greet', {}],
    () => ['nothing', {}],
    () => ['no_value', {}],
    () => ['numbers', { n }],
    () => ['pairs', { n }, chance.pick(['', '?select=y', '?x=gt.2&order=x.desc', '?select=y,x&limit=2&order=x'])],
    () => ['pairs', {}],
    () => ['out_pair', {}],
    () => ['all_books', {}, rows === '' ? '?order=id' : rows],
    () => [
      'inner_rows',
      {},
      chance.pick(['?order=page', '?select=page,result&order=page.desc&limit=2', '?total=gt.14&order=body,page']),
    ],
    () => ['one_book', { book: n }, chance.pick(['', '?select=title', '?select=title,kind'])],
    () => ['total', { n: [1, 2, n] }],
    () => ['joined', { list: ['a', 'b c'], sep: '+' }],
    () => ['joined', { list: ['x'] }],
    () => ['keys_of', { doc: { b: 1, a: n } }],
    () => ['over', { a: 1 }],
    () => ['over', { a: 1, b: 2 }],
    () => ['unclear', { a: 1 }],
    () => ['me', {}],
    () => [
      'pairs',
      { n },
      chance.pick([
        '?select=x,y&or=(x.eq.1,y.eq.y2)&order=x',
        '?y=like.y*&order=x.desc',
        '?select=x::text&order=x',
        '?select=z',
      ]),
    ],
    () => ['joined', { list: ['a', null, 'c"d'], sep: chance.pick(['', ',', '{']) }],
    () => ['numbers', { n: chance.pick([0, -1, 1.5, null, '2', true]) }, chance.pick(['', '?limit=2', '?offset=1'])],
    () => ['keys_of', { doc: chance.pick([{}, [], 'x', null]) }],
    () => ['add', { a: n, b: 1, c: 2 }],
    () => [
      'one_book',
      { book: n },
      chance.pick(['?select=id,authors!author_id(name)', '?select=id,data->>n', '?id=eq.3']),
    ],
    () => ['teapot', { code: chance.pick([201, 202, 418, 999]) }],
    () => [
      'fail',
      { code: chance.pick(['P0001', 'PT402', '42501', '23505', '22023', '40001', '53300', 'XX000', '28000', '54000']) },
    ],
    () => ['fail_well', {}],
    () => ['add_genre', { new_id: `g${n}` }, chance.pick(['', '?select=id'])],
    () => ['hidden', {}],
    () => ['absent', { a: 1 }],
  ]
  const [name, args, query = ''] = chance.pick(calls)()
  const headers: Record<string, string> = {}
  if (chance.often(0.15)) headers['prefer'] = 'count=exact'
  if (chance.often(0.2))
    headers['accept'] = chance.pick([
      'application/vnd.pgrst.object+json',
      'text/csv',
      'application/json',
      'application/vnd.pgrst.array+json;nulls=stripped',
    ])
  if (chance.often(0.4)) {
    const given = Object.entries(args).map(([key, value]) => {
      if (Array.isArray(value)) return pair(key, `{${value.map((each) => JSON.stringify(each)).join(',')}}`)
      return pair(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
    })
    const isVariadic = name === 'total'
    const own = isVariadic ? ['n=1', 'n=2', `n=${n}`] : given
    const rest = query.slice(1)
    const text = [...own, ...(rest === '' ? [] : [rest])].join('&')
    return {
      method: chance.often(0.1) ? 'HEAD' : 'GET',
      path: `/rpc/${name}${text === '' ? '' : `?${text}`}`,
      headers,
      body: null,
      isSignedIn: false,
    }
  }
  if (chance.often(0.1)) {
    return {
      method: 'POST',
      path: '/rpc/whole',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(chance.pick([{ x: [1] }, [1, 2], { y: null }])),
      isSignedIn: false,
    }
  }
  if (chance.often(0.05)) {
    return {
      method: 'POST',
      path: '/rpc/whole_text',
      headers: { 'content-type': 'text/plain' },
      body: 'some text',
      isSignedIn: false,
    }
  }
  return {
    method: 'POST',
    path: `/rpc/${name}${query}`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(args),
    isSignedIn: false,
  }
}

const writable: Readonly<Record<string, (chance: Chance, id: number) => Readonly<Record<string, unknown>>>> = {
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

function writeTable(chance: Chance): ProofRequest {
  const table = tableOf.get(chance.pick(Object.keys(writable))) as ProofTable
  const make = writable[table.name] as (chance: Chance, id: number) => Readonly<Record<string, unknown>>
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

function oddity(chance: Chance): ProofRequest {
  const base = { headers: {}, body: null, isSignedIn: false }
  return chance.pick<ProofRequest>([
    { ...base, method: 'GET', path: '/nothing_here' },
    { ...base, method: 'GET', path: '/authors?select=books(*)' },
    { ...base, method: 'GET', path: '/authors?select=id,book(*)' },
    { ...base, method: 'GET', path: '/books?select=id,authors(*)' },
    { ...base, method: 'GET', path: '/authors?select=id,books!wrong(*)' },
    { ...base, method: 'GET', path: '/authors?select=id,visits(id)&order=visits(id)' },
    ...[
      '/authors?select=id,name.count()&order=id',
      '/books?select=kind,price.sum(),count()&order=kind',
      '/books?select=kind::text,pages.max()::text,most:price.max()&order=kind',
      '/books?select=kind,...authors!author_id(rating.max(),name.min(),born.max()::text)&order=kind',
      '/books?select=pages.sum(),...authors!author_id(name)&order=authors(name)',
      '/books?select=kind,...authors!author_id(count())&order=kind',
      '/visits?select=country,...authors(tags,id.sum(),rating.sum())&order=country',
      '/book_genres?select=weight.sum(),...books(kind,...authors!author_id(rating.max()))&order=books(kind)',
      '/authors?select=id,books!books_author_id_fkey(pages.sum(),kind)&order=id&books.order=kind',
      '/inner_names?select=total.sum(),called&order=called',
      '/guests?select=id.count(),name&order=name',
    ].map((path) => ({ ...base, method: 'GET', path })),
    ...['', '+json', '+text', '+json; for="text/csv"', '; options=analyze|verbose', '+json; options=buffers'].flatMap(
      (kind) => [
        { ...base, method: 'GET', path: '/books?id=lt.5', headers: { accept: `application/vnd.pgrst.plan${kind}` } },
        { ...base, method: 'GET', path: '/rpc/all_books', headers: { accept: `application/vnd.pgrst.plan${kind}` } },
        {
          ...base,
          method: 'PATCH',
          path: '/genres?id=eq.art',
          body: '{"label":"x"}',
          headers: { accept: `application/vnd.pgrst.plan${kind}`, 'content-type': 'application/json' },
        },
      ],
    ),
    { ...base, method: 'GET', path: '/authors?select=id&order=id&limit=abc' },
    { ...base, method: 'GET', path: '/authors?select=id&order=id&limit=-1' },
    { ...base, method: 'GET', path: '/authors?select=id,' },
    { ...base, method: 'GET', path: '/authors?select=id(' },
    { ...base, method: 'GET', path: '/authors?id=5' },
    { ...base, method: 'GET', path: '/authors?or=(id.eq.1' },
    { ...base, method: 'GET', path: '/authors?order=id.sideways' },
    { ...base, method: 'GET', path: '/authors?select=id&order=id', headers: { 'accept-profile': 'proof_two' } },
    { ...base, method: 'GET', path: '/authors?order=id', headers: { 'accept-profile': 'proof_two' } },
    { ...base, method: 'GET', path: '/authors', headers: { 'accept-profile': 'secret' } },
    { ...base, method: 'OPTIONS', path: '/authors' },
    { ...base, method: 'OPTIONS', path: '/no_key' },
    { ...base, method: 'OPTIONS', path: '/rpc/add' },
    { ...base, method: 'GET', path: '/a/b' },
    { ...base, method: 'DELETE', path: '/rpc/add' },
    { ...base, method: 'GET', path: '/books?select=*&order=id', headers: { range: '40-50', prefer: 'count=exact' } },
    { ...base, method: 'GET', path: '/books?select=*&order=id', headers: { range: '9-2' } },
    { ...base, method: 'POST', path: '/genres', body: '', headers: { 'content-type': 'application/json' } },
    {
      ...base,
      method: 'POST',
      path: '/genres',
      body: '[{"id":"a1"},{"label":"x"}]',
      headers: { 'content-type': 'application/json' },
    },
    {
      ...base,
      method: 'POST',
      path: '/genres',
      body: '{"id":"a1","colour":1}',
      headers: { 'content-type': 'application/json' },
    },
    { ...base, method: 'POST', path: '/genres', body: '<x/>', headers: { 'content-type': 'text/xml' } },
    {
      ...base,
      method: 'PATCH',
      path: '/genres?id=eq.art',
      body: '{"colour":1}',
      headers: { 'content-type': 'application/json' },
    },
    { ...base, method: 'GET', path: '/authors?select=id,shout&order=id' },
    { ...base, method: 'GET', path: '/authors?shout=like.*A*&select=id&order=id' },
    { ...base, method: 'GET', path: '/authors?select=id,name&order=shout.desc,id' },
    {
      ...base,
      method: 'GET',
      path: '/authors?or=(shout.eq.x,not.and(id.lt.3,shout.ilike.*b))&select=id,loud:shout&order=id',
    },
    { ...base, method: 'GET', path: '/books?select=id,writer(shout,name)&order=id&writer.shout=like.*A*' },
    { ...base, method: 'GET', path: '/books?select=id,w:writer!inner(name)&w.name=eq.Author%20A&order=id' },
    {
      ...base,
      method: 'GET',
      path: '/authors?select=id,recent(id,title)&recent.order=id.desc&recent.limit=1&order=id',
    },
    {
      ...base,
      method: 'PATCH',
      path: '/genres',
      body: '{"label":"x"}',
      headers: { 'content-type': 'application/json' },
    },
    { ...base, method: 'DELETE', path: '/no_key', headers: {} },
    {
      ...base,
      method: 'POST',
      path: '/genres?columns=id',
      body: '[{"id":"c1","label":"unseen"},{"id":"c2"}]',
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
    },
    {
      ...base,
      method: 'POST',
      path: '/genres',
      body: 'id,label\nc1,"a ""quoted"", label"\nc2,NULL\n',
      headers: { 'content-type': 'text/csv', prefer: 'return=representation', accept: 'text/csv' },
    },
    {
      ...base,
      method: 'POST',
      path: '/genres',
      body: 'id,label\nc1\n',
      headers: { 'content-type': 'text/csv' },
    },
  ])
}
