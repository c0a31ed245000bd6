/** An observable value, shaped for React's useSyncExternalStore. */
export interface Store<T> {
  readonly get: () => T
  /** Calls every subscriber, unless the value is unchanged. */
  readonly set: (next: T) => void
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

/** `watch` runs while there are subscribers; it returns a function that stops it. */
export function createStore<T>(first: T, watch?: () => () => void): Store<T> {
  let value = first
  let stop: (() => void) | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      if (listeners.size === 0) stop = watch?.()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop?.()
      }
    },
  }
}
