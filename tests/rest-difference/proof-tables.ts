export type Kind =
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

export interface ProofTable {
  readonly name: string
  readonly columns: Readonly<Record<string, Kind>>
  /** Relations that can be embedded, with their table and whether they are to-one. */
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

export const tables: readonly ProofTable[] = [
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

export const tableOf = new Map(tables.map((table) => [table.name, table]))
