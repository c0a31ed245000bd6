import { readField, readName } from './parse-field.ts'
import type { SelectItem } from './query-plan.ts'
import { aggregatesNotAllowed } from './rest-error.ts'
import { TextReader } from './text-reader.ts'

/** `select=id,label:title,order::text,settings->>theme`. An empty list means all columns. */
export function parseSelect(text: string): readonly SelectItem[] {
  const reader = new TextReader('select parameter', text)
  if (reader.isAtEnd) {
    return [{ type: 'all' }]
  }
  const items = readItems(reader)
  if (!reader.isAtEnd) {
    reader.fail('expecting "," or end of input')
  }
  return items
}

/** `columns=id,name`: the names alone. */
export function parseNames(what: string, text: string): readonly string[] {
  const reader = new TextReader(what, text)
  const names: string[] = []
  while (!reader.isAtEnd) {
    names.push(readName(reader))
    if (!reader.isAtEnd) {
      reader.expect(',')
    }
  }
  return names
}

function readItems(reader: TextReader): readonly SelectItem[] {
  const items = [readItem(reader)]
  while (reader.accept(',')) {
    items.push(readItem(reader))
  }
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
  if (isSpread || reader.next === '!' || reader.next === '(') {
    return readEmbed(reader, field.column, alias)
  }
  if (reader.accept('.')) {
    readName(reader)
    reader.expect('()')
    throw aggregatesNotAllowed()
  }
  const cast = reader.accept('::') ? readCast(reader) : null
  return { type: 'field', field, alias, cast }
}

/** Words only: a type's name can't carry anything else into the statement. */
function readCast(reader: TextReader): string {
  return reader.match(/[a-zA-Z_][a-zA-Z0-9_]*(?: [a-zA-Z_]+)*(?:\[\])?/) ?? reader.fail('expecting a type name')
}

function readEmbed(reader: TextReader, relation: string, alias: string | null): SelectItem {
  while (reader.accept('!')) {
    readName(reader)
  }
  reader.expect('(')
  if (reader.accept(')')) {
    if (relation === 'count') {
      throw aggregatesNotAllowed()
    }
    return { type: 'embed', relation, alias }
  }
  readItems(reader)
  reader.expect(')')
  return { type: 'embed', relation, alias }
}
