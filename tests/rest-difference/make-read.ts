import type { RandomChoices } from '#support/random-choices.ts'

import { testOf } from './make-condition.ts'
import type { ProofRequest } from './proof-request.ts'
import { pair, pathOf } from './proof-request.ts'
import type { ProofTable } from './proof-tables.ts'
import { tableOf, tables } from './proof-tables.ts'

export function readTable(chance: RandomChoices): ProofRequest {
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

export interface Embedded {
  readonly path: readonly string[]
  readonly table: ProofTable
  readonly isOne: boolean
}

function readQuery(chance: RandomChoices, table: ProofTable): readonly string[] {
  const embedded: Embedded[] = []
  const query: string[] = []
  if (chance.often(0.8)) query.push(pair('select', selectOf(chance, table, [], embedded)))
  for (const column of chance.some(Object.keys(table.columns), 2)) query.push(filterOf(chance, table, column, []))
  if (chance.often(0.15)) query.push(logicOf(chance, table, []))
  // Unordered results could differ legitimately.
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

export function selectOf(
  chance: RandomChoices,
  table: ProofTable,
  path: readonly string[],
  embedded: Embedded[],
): string {
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
      // PostgREST confuses two embeds of one name, even with aliases.
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

function fieldOf(chance: RandomChoices, table: ProofTable, name: string): string {
  const kind = table.columns[name]
  if (kind === 'json' && chance.often(0.6))
    return `${name}${chance.pick(['->>city', '->langs->0', '->list->>1', '->>n', '->deep->>x', '->a', '->>b', '->deep', '->none->>deeper', '->>age::int'])}`
  if (chance.often(0.12)) return `c_${name.replaceAll(/\W/g, '')}:${name}`
  if (chance.often(0.1) && kind !== 'other' && kind !== 'range' && kind !== 'search')
    return `${name}::${chance.pick(['text', 'text', 'varchar', kind === 'int' ? 'numeric' : 'text', kind === 'time' ? 'date' : 'text'])}`
  return name
}

export function filterOf(chance: RandomChoices, table: ProofTable, column: string, path: readonly string[]): string {
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
  chance: RandomChoices,
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

function logicOf(chance: RandomChoices, table: ProofTable, path: readonly string[]): string {
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
