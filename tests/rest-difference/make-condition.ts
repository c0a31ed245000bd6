import type { RandomChoices } from '#support/random-choices.ts'

import type { Kind } from './proof-tables.ts'

export function testOf(chance: RandomChoices, kind: Kind): { readonly operator: string; readonly value: string } {
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

function valueOf(chance: RandomChoices, kind: Kind): string {
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
