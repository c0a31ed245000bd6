import { readField } from './parse-field.ts'
import type { OrderTerm } from './query-plan.ts'
import { requireFewCommas, TextReader } from './text-reader.ts'

/** `order=created_at.desc.nullslast,name`. */
export function parseOrder(text: string): readonly OrderTerm[] {
  requireFewCommas('order', text)
  const reader = new TextReader('order', text)
  const terms = [readTerm(reader)]
  while (reader.accept(',')) {
    terms.push(readTerm(reader))
  }
  if (!reader.isAtEnd) {
    reader.fail('expecting "asc", "desc", "nullsfirst", "nullslast", "," or end of input')
  }
  return terms
}

function readTerm(reader: TextReader): OrderTerm {
  const first = readField(reader)
  const isRelated = first.path.length === 0 && reader.accept('(')
  const field = isRelated ? readField(reader) : first
  if (isRelated) {
    reader.expect(')')
  }
  const direction = reader.accept('.asc') ? 'asc' : reader.accept('.desc') ? 'desc' : null
  const nulls = reader.accept('.nullsfirst') ? 'first' : reader.accept('.nullslast') ? 'last' : null
  reader.skipSpace()
  if (reader.accept('.')) {
    reader.fail('expecting "asc", "desc", "nullsfirst" or "nullslast"')
  }
  return { field, relation: isRelated ? first.column : null, direction, nulls }
}
