import { useSyncExternalStore } from 'react'

import { createStore } from '#player/create-store.ts'

/** `offline`: the browser has no network. `unreachable`: it has one, but the server doesn't answer. */
export type Connection = 'online' | 'offline' | 'unreachable'

const checkMs = 4_000
/** Offline, rely on the `online` event, and poll in case it is wrong. */
const offlineCheckMs = 15_000
const patienceMs = 8_000

const connection = createStore<Connection>('online', watch)
let watching: AbortController | undefined
let checking: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get)
}

/** A call got no answer: checks whether the connection is down. */
export function suspectConnection(): void {
  if (connection.get() === 'online') void check()
}

function watch(): () => void {
  const controller = new AbortController()
  watching = controller
  const { signal } = controller
  window.addEventListener('offline', () => void check(), { signal })
  window.addEventListener('online', () => void check(), { signal })
  if (!navigator.onLine || connection.get() !== 'online') void check()
  return () => {
    controller.abort()
    clearTimeout(timer)
  }
}

/** Asks the server; navigator.onLine only explains a failure. */
function check(): Promise<void> {
  checking ??= ask().then((isThere) => {
    checking = undefined
    clearTimeout(timer)
    connection.set(isThere ? 'online' : navigator.onLine ? 'unreachable' : 'offline')
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
