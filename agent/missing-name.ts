import { isOrdinary } from './retrieval-common-words.ts'
import { isGeneric } from './retrieval-names.ts'
import type { WeighedUnit } from './retrieval-hits.ts'
import type { Word } from './retrieval-words.ts'
import { capitalise } from './capitalise.ts'

/** The one name in the question that the notes don't contain, as it was written. Places are often the visitor's own. */
export function findMissingName(words: readonly Word[], units: readonly WeighedUnit[]): string | undefined {
  const missing = units.flatMap(({ unit, isFound }) => {
    const at = words.findIndex(({ stem }) => stem === unit.key)
    const word = words[at]
    // In “React Native” and “AI Act” it is only half of a name.
    const isHalf = [words[at - 1], words[at + 1]].some(
      (beside) => beside !== undefined && !beside.startsClause && /^\p{Lu}/u.test(beside.written),
    )
    if (isFound || isHalf || word === undefined || unit.nameKind === 'place') return []
    const isName = unit.kind === 'name' && (unit.nameKind !== 'unlisted' || unit.isStrange)
    return (isName || (acronym.test(word.written) && !isOrdinary(word.text) && !isGeneric(word.text))) &&
      sayableName.test(word.written)
      ? [unit.nameKind === 'language' ? capitalise(word.written) : word.written]
      : []
  })
  return missing.length === 1 ? missing[0] : undefined
}

const acronym = /^\p{Lu}{2,}\d*$/u
const sayableName = /^[\p{L}\p{N}][\p{L}\p{N}.+#-]{1,19}$/u
