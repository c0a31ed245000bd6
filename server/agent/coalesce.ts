/**
 * Shares one running call between callers with the same key. Nobody gets a result that was requested before they
 * called: callers during a running call share the next one.
 */
export function createCoalescer<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const calls = new Map<string, { readonly running: Promise<unknown>; next: Promise<T> | null }>()

  function start(key: string): Promise<T> {
    const running = ask(key)
    const call = { running, next: null }
    calls.set(key, call)
    const end = (): void => {
      if (calls.get(key) === call) calls.delete(key)
    }
    running.then(end, end)
    return running
  }

  return (key) => {
    const call = calls.get(key)
    if (call === undefined) return start(key)
    call.next ??= call.running.then(
      () => start(key),
      () => start(key),
    )
    return call.next
  }
}
