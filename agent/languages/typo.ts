/**
 * Whether one word is the other with a letter wrong, missing, doubled or swapped. Words of nine letters or more may
 * differ by two.
 */
export function isTypoOf(word: string, known: string): boolean {
  const shorter = Math.min(word.length, known.length)
  const most = shorter >= 9 ? 2 : shorter >= 4 ? 1 : 0
  if (most === 0 || Math.abs(word.length - known.length) > most || word[0] !== known[0]) return false
  return distance(word, known) <= most
}

function distance(a: string, b: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1)]
      if (isSwapped) steps.push((before[j - 2] ?? 0) + 1)
      next.push(Math.min(...steps))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
