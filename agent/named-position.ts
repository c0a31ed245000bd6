/* The step that a command names, or how many steps to move. */

const numberWords = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(
  ' ',
)
const ordinalWords = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

export function findStep(said: string, wordCount: number): number | null {
  if (wordCount > 9) return null
  const byNumber = /\b(?:step|slide|screen|number) (?:number )?(\d{1,3}|\p{L}+)\b/u.exec(said)?.[1]
  const byOrdinal = /\b(\d{1,3})(?:st|nd|rd|th) (?:step|slide|screen)\b/u.exec(said)?.[1]
  const byWord = /\b(\p{L}+) (?:step|slide|screen)\b/u.exec(said)?.[1]
  const digits = Number(byNumber ?? byOrdinal)
  if (Number.isInteger(digits) && digits > 0) return isCommandLike(said) ? digits : null
  const word = numberWords.indexOf(byNumber ?? '')
  if (word >= 0 && isCommandLike(said)) return word + 1
  const ordinal = ordinalWords.indexOf(byWord ?? '')
  return ordinal > 0 && isCommandLike(said) ? ordinal + 1 : null
}

/** “Go back two steps”, “three slides forward”. */
export function findMove(said: string, wordCount: number): number | null {
  if (wordCount > 9) return null
  const found =
    /\b(back|backwards|forward|ahead|on) (?:by )?(\d{1,2}|\p{L}+) (?:steps?|slides?|screens?)\b/u.exec(said) ??
    /\b(?<count>\d{1,2}|\p{L}+) (?:steps?|slides?|screens?) (?<way>back|backwards|forward|ahead|on)\b/u.exec(said)
  if (found === null) return null
  const way = found.groups?.['way'] ?? found[1] ?? ''
  const count = found.groups?.['count'] ?? found[2] ?? ''
  const steps = /^\d/.test(count) ? Number(count) : numberWords.indexOf(count) + 1
  return steps === 0 ? null : way.startsWith('back') ? -steps : steps
}

/** “Go to step 3”, “step 3”, “what happens in step 3”; but not “does step 3 cost extra”. */
function isCommandLike(said: string): boolean {
  return /^(?:please |can you |could you |can we |can i |could i |may i |i want to |i d like to |let me |ok |let s )*(?:go|jump|show|open|take|move|skip|see|back|step|slide|screen|number|the|what (?:is|s|happens)|\d)/.test(
    said,
  )
}
