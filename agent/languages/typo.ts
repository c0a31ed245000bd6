import { editDistance } from '#domain/edit-distance.ts'

/**
 * Whether one word is the other with a letter wrong, missing, doubled or swapped. Words of nine letters or more may
 * differ by two.
 */
export function isTypoOf(word: string, known: string): boolean {
  const shorter = Math.min(word.length, known.length)
  const most = shorter >= 9 ? 2 : shorter >= 4 ? 1 : 0
  if (most === 0 || Math.abs(word.length - known.length) > most || word[0] !== known[0]) return false
  return editDistance(word, known, most) <= most
}
