/** Reads what `keep` wrote; undefined if missing or without storage. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what it kept under the key
export function recall<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** False without storage (private window, full disk). */
export function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing to forget without storage.
  }
}
