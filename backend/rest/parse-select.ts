import { readField, readName } from './parse-field.ts'
import type { EmbedItem, SelectItem } from './query-plan.ts'
import { aggregates } from './query-plan.ts'
import { requireFewCommas, TextReader } from './text-reader.ts'

/** `select=id,label:title,order::text,settings->>theme`. An empty list means all columns. */
export function parseSelect(text: string): readonly SelectItem[] {
  const reader = new TextReader('select parameter', text)
  requireFewCommas('select', text)
  if (reader.isAtEnd) {
    return [{ type: 'all' }]
  }
  const items = readItems(reader)
  if (!reader.isAtEnd) {
    reader.fail('expecting "," or end of input')
  }
  return items
}

/** `columns=id,name`, deduplicated. */
export function parseNames(what: string, text: string): readonly string[] {
  const reader = new TextReader(what, text)
  const names = [readName(reader)]
  while (!reader.isAtEnd) {
    reader.expect(',')
    names.push(readName(reader))
  }
  return [...new Set(names)]
}

function readItems(reader: TextReader): readonly SelectItem[] {
  const items: SelectItem[] = []
  do {
    reader.skipSpace()
    items.push(readItem(reader))
    reader.skipSpace()
  } while (reader.accept(','))
  return items
}

function readItem(reader: TextReader): SelectItem {
  if (reader.accept('*')) {
    return { type: 'all' }
  }
  const isSpread = reader.accept('...')
  const first = readField(reader)
  const hasAlias = reader.next === ':' && !reader.startsWith('::')
  if (hasAlias) {
    reader.expect(':')
  }
  const alias = hasAlias ? first.column : null
  const field = hasAlias ? readField(reader) : first
  if (field.column === 'count' && field.path.length === 0 && !isSpread && reader.accept('()')) {
    return { type: 'field', field: null, alias, cast: null, aggregate: { name: 'count', cast: readCast(reader) } }
  }
  if (isSpread || reader.next === '!' || reader.next === '(') {
    return readEmbed(reader, { relation: field.column, alias, isSpread })
  }
  const cast = readCast(reader)
  if (!reader.accept('.')) {
    return { type: 'field', field, alias, cast, aggregate: null }
  }
  const name = aggregates.find((each) => reader.accept(`${each}()`)) ?? reader.fail('expecting an aggregate function')
  return { type: 'field', field, alias, cast, aggregate: { name, cast: readCast(reader) } }
}

/** Words only, so a type name can't inject SQL. */
function readCast(reader: TextReader): string | null {
  if (!reader.accept('::')) {
    return null
  }
  reader.skipSpace()
  const type = reader.match(/[a-zA-Z_][a-zA-Z0-9_]*(?: [a-zA-Z_]+)*(?:\[\])?/) ?? reader.fail('expecting a type name')
  reader.skipSpace()
  return type
}

function readEmbed(reader: TextReader, start: Pick<EmbedItem, 'relation' | 'alias' | 'isSpread'>): EmbedItem {
  let hint: string | null = null
  let isInner = false
  while (reader.accept('!')) {
    const word = readName(reader)
    if (word === 'inner') {
      isInner = true
    } else if (word !== 'left') {
      hint = word
    }
  }
  reader.enter()
  reader.expect('(')
  reader.skipSpace()
  const select = reader.next === ')' ? [] : readItems(reader)
  reader.expect(')')
  reader.leave()
  return { type: 'embed', ...start, hint, isInner, select }
}
