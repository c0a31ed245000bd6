import { toStem } from './stem.ts'

/** Corrects typos. */
export interface TypoFixer {
  /** The known word closest to an unknown one, or null. */
  fix(word: string): string | null
}

/** `preferred` are the notes' own words: they win ties. */
export function createTypoFixer(preferred: ReadonlySet<string>, others: ReadonlySet<string>): TypoFixer {
  const buckets = new Map<string, string[]>()
  const masks = new Map<string, number>()
  for (const word of new Set([...preferred, ...others])) {
    if (word.length < 4) continue
    const key = toBucket(word.charAt(0), word.length)
    const bucket = buckets.get(key)
    masks.set(word, letterMask(word))
    if (bucket === undefined) buckets.set(key, [word])
    else bucket.push(word)
  }

  return {
    fix(word) {
      if (word.length < 4 || word.length > 24 || /\d/.test(word)) return null
      if (preferred.has(word) || others.has(word)) return null
      const far = word.length >= 8 ? 2 : 1
      const mask = letterMask(word)
      let best: { readonly word: string; readonly cost: number } | null = null
      let isTied = false
      for (const first of new Set([word.charAt(0), word.charAt(1)])) {
        for (let length = word.length - far; length <= word.length + far; length += 1) {
          // Short words are corrected only to words of the notes.
          for (const known of buckets.get(toBucket(first, length)) ?? []) {
            if (first !== word.charAt(0) && known.charAt(1) !== word.charAt(0)) continue
            if (word.length < 5 && (known.length < 5 || !preferred.has(known))) continue
            if (!sharesLetters(mask, masks.get(known) ?? 0, far)) continue
            const edits = countEdits(word, known, far)
            if (edits > far) continue
            const cost = edits + (preferred.has(known) ? 0 : 0.5)
            // “exportz” may be “export” or “exports”, which means the same.
            isTied = best !== null && cost === best.cost && toStem(known) !== toStem(best.word)
            if (best === null || cost < best.cost) best = { word: known, cost }
            else if (cost > best.cost) isTied = false
          }
        }
      }
      return best === null || isTied ? null : best.word
    },
  }
}

/** One bit for each letter that occurs. */
function letterMask(word: string): number {
  let mask = 0
  for (let at = 0; at < word.length; at += 1) mask |= 1 << (word.charCodeAt(at) & 31)
  return mask
}

/** A fast check before counting edits: each edit changes at most two letters of the set. */
function sharesLetters(a: number, b: number, edits: number): boolean {
  let different = a ^ b
  let count = 0
  while (different !== 0 && count <= 2 * edits) {
    different &= different - 1
    count += 1
  }
  return count <= 2 * edits
}

function toBucket(first: string, length: number): string {
  return `${first}${length}`
}

/** The edit distance between two words; swapped neighbours count as one. Stops above `max`. */
function countEdits(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let edits = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      }
      row.push(edits)
      least = Math.min(least, edits)
    }
    if (least > max) return max + 1
    before = previous
    previous = row
  }
  return previous[b.length] ?? max + 1
}
