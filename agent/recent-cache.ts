export interface RecentCache<Value> {
  /** The value for a key, computed if it isn't kept. */
  get(key: string, compute: () => Value): Value
}

/** Keeps the `most` values used last. */
export function createRecentCache<Value>(most: number): RecentCache<Value> {
  const values = new Map<string, Value>()
  return {
    get(key, compute) {
      const value = values.get(key) ?? compute()
      values.delete(key)
      values.set(key, value)
      const [oldest] = values.keys()
      if (values.size > most && oldest !== undefined) values.delete(oldest)
      return value
    },
  }
}
