/** JSON with sorted keys. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** Ignores the order of keys, because the database sorts the keys of JSON. Nothing equals null. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return stableText(a ?? null) === stableText(b ?? null)
}
