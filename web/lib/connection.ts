import { useSyncExternalStore } from 'react'

/** `offline`: the browser has no network. `unreachable`: it has one, and the server doesn't answer. */
export type Connection = 'online' | 'offline' | 'unreachable'

const checkMs = 4_000
/** Without a network the browser says when there is one again; it is not always right. */
const offlineCheckMs = 15_000
const patienceMs = 8_000

let connection: Connection = 'online'
let watching: AbortController | undefined
let checking: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeToConnection, currentConnection)
}

function currentConnection(): Connection {
  return connection
}

function subscribeToConnection(listener: () => void): () => void {
  if (listeners.size === 0) watch()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    watching?.abort()
    clearTimeout(timer)
  }
}

/** A call got no answer: finds out whether that was the call or the connection. */
export function suspectConnection(): void {
  if (connection === 'online') void check()
}

function watch(): void {
  watching = new AbortController()
  const { signal } = watching
  window.addEventListener('offline', () => void check(), { signal })
  window.addEventListener('online', () => void check(), { signal })
  if (!navigator.onLine || connection !== 'online') void check()
}

/** Asks the server itself; what the browser thinks of its network only says why there is no answer. */
function check(): Promise<void> {
  checking ??= ask().then((isThere) => {
    checking = undefined
    clearTimeout(timer)
    publish(isThere ? 'online' : navigator.onLine ? 'unreachable' : 'offline')
    if (!isThere && watching?.signal.aborted === false)
      timer = setTimeout(() => void check(), navigator.onLine ? checkMs : offlineCheckMs)
  })
  return checking
}

async function ask(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })).ok
  } catch {
    return false
  }
}

function publish(next: Connection): void {
  if (next === connection) return
  connection = next
  for (const listener of listeners) listener()
}
