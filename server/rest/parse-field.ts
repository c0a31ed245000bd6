import type { FieldPath, PathStep } from './query-plan.ts'
import type { TextReader } from './text-reader.ts'

/** A column with its JSON path: `name`, `"odd name"`, `data->list->0->>title`. */
export function readField(reader: TextReader): FieldPath {
  const column = readName(reader)
  const path: PathStep[] = []
  while (reader.startsWith('->')) {
    reader.expect('->')
    const arrow = reader.accept('>') ? '->>' : '->'
    path.push({ arrow, key: readKey(reader) })
  }
  return { column, path }
}

/** A name as it stands, or in double quotes when it holds characters that mean something. */
export function readName(reader: TextReader): string {
  if (reader.next === '"') {
    return reader.quoted()
  }
  // A dash is part of a name unless it begins an arrow.
  const name = reader.match(/(?:[^\s,.()":!?*\->]|-(?!>)|(?<=\S) (?=\S))+/)
  return name ?? reader.fail('expecting field name (* or [a..z0..9_$])')
}

function readKey(reader: TextReader): string | number {
  if (reader.next === '"') {
    return reader.quoted()
  }
  const index = reader.match(/-?\d+(?=$|->|[,.:)])/)
  return index === null ? readName(reader) : Number(index)
}
