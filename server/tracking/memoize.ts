/** Memoizes a function of one string for recent inputs, in a few megabytes. */
export function memoize<T>(answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as T
    const fresh = answer(text)
    if (text.length > textMax) return fresh
    if (known.size >= textsMax) known.clear()
    known.set(text, fresh)
    return fresh
  }
}

const textsMax = 5_000
const textMax = 500
