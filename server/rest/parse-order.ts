import { readField } from './parse-field.ts'
import type { OrderTerm } from './query-plan.ts'
import { notEmbedded } from './rest-error.ts'
import { TextReader } from './text-reader.ts'

/** `order=created_at.desc.nullslast,name`. */
export function parseOrder(text: string): readonly OrderTerm[] {
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
  const field = readField(reader)
  if (reader.next === '(') {
    throw notEmbedded(field.column)
  }
  const direction = reader.accept('.asc') ? 'asc' : reader.accept('.desc') ? 'desc' : null
  const nulls = reader.accept('.nullsfirst') ? 'first' : reader.accept('.nullslast') ? 'last' : null
  if (reader.accept('.')) {
    reader.fail('expecting "asc", "desc", "nullsfirst" or "nullslast"')
  }
  return { field, direction, nulls }
}
