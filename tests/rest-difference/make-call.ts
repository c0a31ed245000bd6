import type { RandomChoices } from '#support/random-choices.ts'

import type { ProofRequest } from './proof-request.ts'
import { pair } from './proof-request.ts'

export function callFunction(chance: RandomChoices): ProofRequest {
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
