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

/** A bare name, or a double-quoted one that may hold reserved characters; trims space. */
export function readName(reader: TextReader): string {
  // A dash is part of a name unless it starts an arrow.
  return readWord(reader, /(?:[^,.()":!?*\->]|-(?!>))+/) ?? reader.fail('expecting field name (* or [a..z0..9_$])')
}

/** Keys allow more characters than names: `data->!@#`. */
function readKey(reader: TextReader): string | number {
  reader.skipSpace()
  const index = reader.match(/-?\d+(?=\s*(?:$|->|[,.:)]))/)
  reader.skipSpace()
  if (index !== null) return Number(index)
  const key = readWord(reader, /(?:[^(\-:.,>)]|-(?!>))+/)
  return key ?? reader.fail('expecting a key, in double quotes when it holds one of .,:>()')
}

function readWord(reader: TextReader, pattern: RegExp): string | null {
  reader.skipSpace()
  const word = reader.next === '"' ? reader.quoted() : reader.match(pattern)?.trimEnd()
  reader.skipSpace()
  return word ?? null
}
