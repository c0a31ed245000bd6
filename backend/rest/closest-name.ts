/** The closest known name, or null when none shares at least half its letter pairs. */
export function closestName(wrong: string, known: readonly string[]): string | null {
  if (wrong.length > maxNameLength) return null
  const scored = known.map((name) => ({ name, score: similarity(wrong, name) })).toSorted((a, b) => b.score - a.score)
  const [best] = scored
  return best !== undefined && best.score >= 0.5 ? best.name : null
}

/** Longer than PostgreSQL's limit of 63 bytes. */
const maxNameLength = 100

/** Share of common letter pairs, from 0 to 1. */
function similarity(one: string, other: string): number {
  const first = pairsOf(one)
  const second = pairsOf(other)
  const shared = first.filter((pair) => second.includes(pair)).length
  return first.length + second.length === 0 ? 0 : (2 * shared) / (first.length + second.length)
}

function pairsOf(name: string): readonly string[] {
  const padded = ` ${name.toLowerCase()} `
  return Array.from({ length: padded.length - 1 }, (_, index) => padded.slice(index, index + 2))
}
