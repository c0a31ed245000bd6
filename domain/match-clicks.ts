import type { Hotspot } from './demo.ts'
import type { ActionKind } from './step-action.ts'

/* Matches the clicks of a new recording with those of an earlier one, by order, element and place. Pure. */

/** The features by which a recorded click is recognised. */
export interface ClickMark {
  readonly kind: ActionKind
  readonly role: string
  /** '' when unknown. */
  readonly name: string
  readonly place: Hotspot | null
  /** The page's path, without its query; '' when unknown. */
  readonly path: string
}

export interface ClickMatch {
  /** Indexes into the lists; null: the click has no counterpart. */
  readonly old: number | null
  readonly fresh: number | null
  /** False: matched only by order. */
  readonly isSure: boolean
}

/** The score from which two clicks count as the same. */
const sureFrom = 3
/** The distance up to which two clicks are near each other, in percent of the picture. */
const nearPercent = 6

/**
 * Finds the most similar pairs that keep the order. Between two pairs, equally many leftover clicks on both sides are
 * paired by order alone, and marked as unsure.
 */
export function matchClicks(old: readonly ClickMark[], fresh: readonly ClickMark[]): readonly ClickMatch[] {
  const pairs = alignedPairs(old.map(read), fresh.map(read))
  const matches: ClickMatch[] = []
  let [i, j] = [0, 0]
  for (const [oldEnd, freshEnd] of [...pairs, [old.length, fresh.length] as const]) {
    const orderedEnd = oldEnd - i === freshEnd - j ? oldEnd : i
    while (i < orderedEnd) matches.push({ old: i++, fresh: j++, isSure: false })
    while (i < oldEnd) matches.push({ old: i++, fresh: null, isSure: false })
    while (j < freshEnd) matches.push({ old: null, fresh: j++, isSure: false })
    if (oldEnd < old.length) matches.push({ old: i++, fresh: j++, isSure: true })
  }
  return matches
}

interface ReadMark extends ClickMark {
  readonly words: ReadonlySet<string>
}

function read(mark: ClickMark): ReadMark {
  return { ...mark, words: new Set(mark.name.toLowerCase().match(/[\p{L}\p{N}]+/gu)) }
}

/** The order-preserving pairs with the highest total similarity. */
function alignedPairs(old: readonly ReadMark[], fresh: readonly ReadMark[]): readonly (readonly [number, number])[] {
  const width = fresh.length + 1
  const best = new Float64Array((old.length + 1) * width)
  const at = (i: number, j: number) => best[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      best[i * width + j] = Math.max(at(i + 1, j), at(i, j + 1), at(i + 1, j + 1) + gain(old[i], fresh[j]))
    }
  }
  const pairs: (readonly [number, number])[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < fresh.length) {
    const similarity = gain(old[i], fresh[j])
    if (similarity > 0 && at(i, j) === at(i + 1, j + 1) + similarity) pairs.push([i++, j++])
    else if (at(i, j) === at(i + 1, j)) i += 1
    else j += 1
  }
  return pairs
}

function gain(a: ReadMark | undefined, b: ReadMark | undefined): number {
  if (a === undefined || b === undefined) return 0
  const score = similarity(a, b)
  return score >= sureFrom ? score : 0
}

/** A name is worth most; a place alone is never enough. */
function similarity(a: ReadMark, b: ReadMark): number {
  const isNamed = a.name !== '' && b.name !== ''
  const nameScore = isNamed ? 5 * sharedWords(a, b) - 1 : 0
  const roleScore = a.role === b.role ? 1 : -0.5
  const kindScore = a.kind === b.kind ? 0.5 : -2
  const pathScore = a.path === '' || b.path === '' ? 0 : a.path === b.path ? 1 : -0.5
  return nameScore + roleScore + kindScore + pathScore + placeScore(a.place, b.place)
}

function placeScore(a: Hotspot | null, b: Hotspot | null): number {
  if (a === null || b === null) return 0
  const distance = Math.hypot(a.xPercent - b.xPercent, a.yPercent - b.yPercent)
  return Math.max(0, 1 - distance / nearPercent)
}

/** 1 for the same words in any case, 0 without a common one. */
function sharedWords(a: ReadMark, b: ReadMark): number {
  let shared = 0
  for (const word of a.words) shared += Number(b.words.has(word))
  const all = a.words.size + b.words.size - shared
  return all === 0 ? Number(a.name.trim() === b.name.trim()) : shared / all
}
