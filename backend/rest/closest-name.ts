/** The closest known name, or null when none shares at least half its letter pairs. */
export function closestName(wrong: string, known: readonly string[]): string | null {
  if (wrong.length > maxNameLength) return null
  const pairs = pairsOf(wrong)
  let best: { readonly name: string; readonly score: number } | null = null
  for (const name of known) {
    // With fewer pairs than a third of the other's, they can't share half of all.
    if (Math.min(name.length, wrong.length) + 1 < (Math.max(name.length, wrong.length) + 1) / 3) continue
    const score = similarity(pairs, knownPairsOf(name))
    if (score >= 0.5 && score > (best?.score ?? 0)) best = { name, score }
  }
  return best?.name ?? null
}

/** PostgreSQL's limit. */
const maxNameLength = 63

interface LetterPairs {
  readonly list: readonly string[]
  readonly set: ReadonlySet<string>
}

/** Share of common letter pairs, from 0 to 1. */
function similarity(one: LetterPairs, other: LetterPairs): number {
  const shared = one.list.filter((pair) => other.set.has(pair)).length
  return (2 * shared) / (one.list.length + other.list.length)
}

function pairsOf(name: string): LetterPairs {
  const padded = ` ${name.toLowerCase()} `
  const list = Array.from({ length: padded.length - 1 }, (_, index) => padded.slice(index, index + 2))
  return { list, set: new Set(list) }
}

/** Names of the schema, which anyone may ask for again and again. */
const knownPairs = new Map<string, LetterPairs>()
const knownMax = 5_000

function knownPairsOf(name: string): LetterPairs {
  const known = knownPairs.get(name)
  if (known !== undefined) return known
  if (knownPairs.size >= knownMax) knownPairs.clear()
  const pairs = pairsOf(name)
  knownPairs.set(name, pairs)
  return pairs
}
