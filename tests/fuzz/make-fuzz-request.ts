import type { RandomChoices } from '#support/random-choices.ts'

import type { CallerName, FuzzWorld } from './fuzz-world.ts'
import { callerNames } from './fuzz-world.ts'
import { costlyPattern, deepText, mutated, oddJson, oddText } from './make-text.ts'

export interface FuzzRequest {
  readonly caller: CallerName
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export const httpTargets = ['auth', 'rest', 'storage', 'pages', 'agent'] as const
export type HttpTarget = (typeof httpTargets)[number]

/** A nearly valid request: it passes the first checks, and is wrong somewhere. */
export function makeFuzzRequest(chance: RandomChoices, world: FuzzWorld, target: HttpTarget): FuzzRequest {
  const caller = chance.pick(callerNames)
  const made = makers[target](chance, world)
  const isMutated = chance.often(0.4)
  return {
    ...made,
    caller,
    path: isMutated ? mutatePath(chance, made.path) : made.path,
    body: made.body !== null && chance.often(0.3) ? mutated(chance, made.body) : made.body,
    headers: { ...made.headers, ...authorization(chance, world, caller) },
  }
}

type Made = Omit<FuzzRequest, 'caller'>

const makers: Readonly<Record<HttpTarget, (chance: RandomChoices, world: FuzzWorld) => Made>> = {
  rest: makeRest,
  auth: makeAuth,
  storage: makeStorage,
  pages: makePage,
  agent: makeAgent,
}

function authorization(chance: RandomChoices, world: FuzzWorld, caller: CallerName): Record<string, string> {
  if (caller === 'stranger') return chance.often(0.7) ? { apikey: world.anonKey } : {}
  if (caller !== 'forger') return { apikey: world.anonKey, authorization: `Bearer ${world.authors[caller].token}` }
  const stolen = world.authors.ada.token.split('.')
  return {
    authorization: chance.pick([
      `Bearer ${stolen[0]}.${stolen[1]}.`,
      `Bearer ${stolen[0]}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.${stolen[2]}`,
      `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${stolen[1]}.`,
      'Bearer',
      'Basic YTpi',
      `Bearer ${'a'.repeat(chance.upTo(2000))}`,
    ]),
  }
}

/** Characters valid in a URL; everything else is percent-encoded. */
function mutatePath(chance: RandomChoices, path: string): string {
  const [place = '', query = ''] = path.split(/\?(.*)/s)
  const bent = chance.often(0.6) && query !== '' ? `${place}?${mutated(chance, query)}` : mutated(chance, path)
  return `/${bent
    .replace(/^\/+/, '')
    .replaceAll(/[^\u0021-\u007e]/g, (each) => `%${each.charCodeAt(0).toString(16).padStart(2, '0').slice(-2)}`)
    .replaceAll('#', '%23')}`
}

function anId(chance: RandomChoices, world: FuzzWorld): string {
  const author = world.authors[chance.pick(['ada', 'bob', 'carol'] as const)]
  return chance.pick([author.demoId, author.stepId, author.workspaceId, author.userId, crypto.randomUUID()])
}

function pair(name: string, value: string): string {
  return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`
}

const operators = 'eq neq gt gte lt lte like ilike match imatch in is isdistinct fts plfts cs cd ov sl sr adj'.split(
  ' ',
)

function makeRest(chance: RandomChoices, world: FuzzWorld): Made {
  const table = chance.pick(world.tables)
  const column = () => (chance.often(0.9) ? chance.pick(table.columns) : oddText(chance))
  const value = () => (chance.often(0.5) ? anId(chance, world) : oddText(chance))
  const plainTest = () => `${chance.pick(operators)}.${value()}`
  const test = () => (chance.often(0.1) ? 'not.' : '') + (chance.often(0.15) ? costlyTest(chance) : plainTest())
  const query = [
    ...chance.some([0, 0, 0], 3).map(() => pair(column(), test())),
    ...(chance.often(0.3) ? [pair('select', selectOf(chance, world, table.columns, 0))] : []),
    ...(chance.often(0.03) ? [pair('select', cycleOf(chance))] : []),
    ...(chance.often(0.2) ? [pair('order', `${column()}.${chance.pick(['asc', 'desc', 'desc.nullslast', 'x'])}`)] : []),
    ...(chance.often(0.2) ? [pair('limit', chance.pick(['1', '0', '-1', '99999999999999999999', 'x']))] : []),
    ...(chance.often(0.1)
      ? [pair('offset', chance.pick(['1', '-1', '9223372036854775807', '99999999999999999999']))]
      : []),
    ...(chance.often(0.1)
      ? [pair('or', `(${column()}.${test()},and(${column()}.${test()},${column()}.is.null))`)]
      : []),
    ...(chance.often(0.05) ? [pair('on_conflict', column())] : []),
    ...(chance.often(0.05) ? [pair('columns', `${column()},${column()}`)] : []),
  ]
  const headers: Record<string, string> = {
    'content-type': chance.pick([
      'application/json',
      'application/json',
      'application/json',
      'text/csv',
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/octet-stream',
      'x/y',
    ]),
    ...(chance.often(0.5) ? { prefer: chance.some(preferences, 4).join(',') } : {}),
    ...(chance.often(0.2) ? { accept: chance.pick(accepted) } : {}),
    ...(chance.often(0.1) ? { range: chance.pick(['0-4', '5-2', '-1', 'x', '0-99999999999999999999']) } : {}),
    ...(chance.often(0.1) ? { 'x-demo-id': anId(chance, world) } : {}),
    ...(chance.often(0.05) ? { 'accept-profile': chance.pick(['public', 'auth', 'storage', 'pg_catalog']) } : {}),
  }
  const row = () =>
    Object.fromEntries(
      chance.some(table.columns, 5).map((name) => [name, chance.often(0.4) ? anId(chance, world) : oddJson(chance)]),
    )
  const rows = () => JSON.stringify(chance.often(0.5) ? row() : [row(), row()])
  const deepRow = () => `{${JSON.stringify(column())}:${deepText(chance)}}`
  const method = chance.pick(['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'])
  const hasBody = ['POST', 'PATCH', 'PUT'].includes(method)
  if (chance.often(0.2)) {
    const args = Object.fromEntries(
      chance.some(argumentNames, 3).map((name) => [name, chance.often(0.5) ? anId(chance, world) : oddJson(chance)]),
    )
    const isPost = chance.often(0.8)
    const inAddress = Object.entries(args).map(([name, each]) => pair(name, String(each)))
    return {
      method: isPost ? 'POST' : 'GET',
      path: `/rest/v1/rpc/${chance.pick(world.functions)}${isPost ? '' : `?${inAddress.join('&')}`}`,
      headers,
      body: isPost ? JSON.stringify(args) : null,
    }
  }
  return {
    method,
    path: `/rest/v1/${table.name}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    headers,
    body: hasBody ? (chance.often(0.05) ? deepRow() : rows()) : null,
  }
}

/** The costliest input for its length. */
function costlyTest(chance: RandomChoices): string {
  return chance.pick([
    () => `match.${costlyPattern(chance)}`,
    () => `imatch.${costlyPattern(chance)}`,
    () => `match(any).{"${costlyPattern(chance)}","${costlyPattern(chance)}"}`,
    () => `${chance.pick(['eq', 'cs', 'cd', 'ov'])}.${deepText(chance)}`,
    () => `like.${'*a'.repeat(1 + chance.upTo(2000))}`,
    () => `fts.${chance.pick(['cat<->', '!', '('])}`.repeat(1 + chance.upTo(900)),
  ])()
}

/** Circular embeds, where each row includes all rows around it. */
function cycleOf(chance: RandomChoices): string {
  const depth = chance.pick([2, 3, 4, 6, 7, 40, 200, 1000])
  const names = Array.from({ length: depth }, (_, index) => (index % 2 === 0 ? 'demo_steps' : 'demos'))
  return names.toReversed().reduce((inner, name) => `${chance.often(0.05) ? '...' : ''}${name}(${inner})`, '*')
}

function selectOf(chance: RandomChoices, world: FuzzWorld, columns: readonly string[], depth: number): string {
  const items = chance.some(columns, 4).map((name) => {
    if (chance.often(0.1)) return `${name}::${chance.pick(['text', 'int', 'jsonb', 'regclass', 'oid[]', 'nothing'])}`
    if (chance.often(0.1)) return `${name}->a->>0`
    return chance.often(0.1) ? `${name}.${chance.pick(['sum', 'max', 'count', 'avg'])}()` : name
  })
  if (depth < 3 && chance.often(0.5)) {
    const other = chance.pick(world.tables)
    const join = chance.pick(['', '!inner', '!left', `!${chance.pick(columns)}`])
    items.push(
      `${chance.often(0.2) ? '...' : ''}${other.name}${join}(${selectOf(chance, world, other.columns, depth + 1)})`,
    )
  }
  return items.length === 0 ? '*' : items.join(',')
}

const preferences = [
  'return=representation',
  'return=minimal',
  'return=headers-only',
  'count=exact',
  'count=planned',
  'count=estimated',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'missing=default',
  'handling=strict',
  'max-affected=1',
  'timezone=Europe/Berlin',
  "timezone='; --",
  'tx=rollback',
  'colour=red',
]

const accepted = [
  'application/json',
  'text/csv',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json;nulls=stripped',
  'application/vnd.pgrst.plan+json',
  'image/*',
  ';;;,',
]

const argumentNames = [
  'p_demo_id',
  'p_steps',
  'p_limit',
  'p_id',
  'p_workspace_id',
  'p_order',
  'p_role',
  'p',
  'id',
  'p_object_name',
]

const authCalls =
  'signup token otp verify recover resend user reauthenticate authorize callback factors sso logout settings health invite admin/users admin/generate_link magiclink user/identities sessions .well-known/jwks.json'.split(
    ' ',
  )
const authFields =
  'email phone password type token token_hash refresh_token auth_code code_verifier provider id_token data redirect_to code_challenge code_challenge_method factor_type friendly_name create_user channel nonce'.split(
    ' ',
  )

function makeAuth(chance: RandomChoices, world: FuzzWorld): Made {
  const call = chance.pick(authCalls)
  // Only the expendable account ends sessions or changes accounts here.
  const method = chance.pick(['GET', 'POST', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH'])
  const fields = Object.fromEntries(
    chance.some(authFields, 5).map((name) => [name, chance.often(0.2) ? anId(chance, world) : oddJson(chance)]),
  )
  const grant =
    call === 'token' ? `?grant_type=${chance.pick(['password', 'refresh_token', 'pkce', 'id_token', 'x'])}` : ''
  const own = chance.often(0.3) ? `?${pair(chance.pick(authFields), oddText(chance))}` : ''
  const isHarmful = call === 'logout' || call === 'user' || call === 'sessions'
  return {
    method: isHarmful ? 'GET' : method,
    path: `/auth/v1/${call}${grant || own}`,
    headers: {
      'content-type': 'application/json',
      ...(chance.often(0.5) ? { 'x-supabase-api-version': chance.pick(['2024-01-01', 'x', '9999-99-99']) } : {}),
    },
    body: isHarmful || method === 'GET' ? null : JSON.stringify(fields),
  }
}

const storageCalls =
  'object object/public object/authenticated object/info object/info/public object/sign object/upload/sign object/list object/list-v2 object/move object/copy bucket upload/resumable render/image/public render/image/authenticated s3'.split(
    ' ',
  )
const buckets = ['captures', 'demos', 'screenshots', 'avatars', 'nothing']

function makeStorage(chance: RandomChoices, world: FuzzWorld): Made {
  const call = chance.pick(storageCalls)
  const name = chance.pick([`${anId(chance, world)}/${anId(chance, world)}.webp`, oddText(chance), 'a/b/c.png'])
  const place = `/storage/v1/${call}/${chance.pick(buckets)}/${encodeURIComponent(name.toWellFormed())}`
  const query = chance.often(0.3)
    ? `?${pair(chance.pick(['token', 'download', 'width', 'height', 'quality', 'resize', 'format']), oddText(chance))}`
    : ''
  const method = chance.pick(['GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'])
  const isJson = chance.often(0.6)
  return {
    method,
    path: place + query,
    headers: {
      'content-type': isJson
        ? 'application/json'
        : chance.pick(['image/png', 'text/html', 'multipart/form-data; boundary=x', 'image/svg+xml', '']),
      ...(chance.often(0.2) ? { range: chance.pick(['bytes=0-1', 'bytes=9-1', 'bytes=-99999999999999', 'x']) } : {}),
      ...(chance.often(0.2) ? { 'x-upsert': 'true' } : {}),
      ...(chance.often(0.2)
        ? {
            'tus-resumable': '1.0.0',
            'upload-length': chance.pick(['5', '-1', '99999999999999', 'x']),
            'upload-metadata': oddHeader(chance),
          }
        : {}),
    },
    body:
      method === 'GET' || method === 'HEAD'
        ? null
        : isJson
          ? JSON.stringify({
              prefix: name,
              prefixes: [name],
              bucketId: chance.pick(buckets),
              sourceKey: name,
              destinationKey: oddText(chance),
              expiresIn: oddJson(chance),
              limit: oddJson(chance),
              sortBy: oddJson(chance),
            })
          : oddText(chance),
  }
}

function makePage(chance: RandomChoices, world: FuzzWorld): Made {
  const place = chance.pick([
    '/',
    '/healthz',
    '/metrics',
    '/config.json',
    '/dev/outbox',
    '/js/tracker.js',
    '/js/demo-player.js',
    '/assets/x.js',
    '/player/x.js',
    `/demo/${anId(chance, world)}/play`,
    `/demo/${anId(chance, world)}/poster`,
    '/demos',
    '/account/v1/export',
    '/account/v1/invitations',
    `/${encodeURIComponent(oddText(chance).toWellFormed())}`,
  ])
  const query = chance.often(0.4)
    ? `?${pair(chance.pick(['step', 'embed', 'token', 'share', 'w', 'x']), oddText(chance))}`
    : ''
  return {
    method: chance.pick(['GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS']),
    path: place + query,
    headers: {
      ...(chance.often(0.2) ? { 'if-none-match': oddHeader(chance) } : {}),
      ...(chance.often(0.2) ? { 'accept-encoding': chance.pick(['br', 'gzip', 'x', '*;q=0']) } : {}),
      ...(chance.often(0.2) ? { cookie: oddHeader(chance) } : {}),
      ...(chance.often(0.2) ? { 'x-forwarded-for': oddHeader(chance) } : {}),
    },
    body: null,
  }
}

function makeAgent(chance: RandomChoices, world: FuzzWorld): Made {
  const call = chance.pick(['sessions', 'events', 'turns', 'nothing'])
  const isPost = chance.often(0.6)
  return {
    method: isPost ? 'POST' : 'GET',
    path: `/agent/v1/${call}?sid=${encodeURIComponent(oddText(chance).toWellFormed())}&lastSeq=${chance.pick(['0', '-1', 'x'])}`,
    headers: { 'content-type': 'application/json', ...(chance.often(0.1) ? { origin: 'https://elsewhere.test' } : {}) },
    body: isPost
      ? JSON.stringify({ demoId: chance.often(0.6) ? anId(chance, world) : oddJson(chance), event: oddJson(chance) })
      : null,
  }
}

/** Printable, because clients can send nothing else. */
function oddHeader(chance: RandomChoices): string {
  return oddText(chance)
    .replaceAll(/[^\u0020-\u007e]/g, '?')
    .trim()
    .slice(0, 500)
}
