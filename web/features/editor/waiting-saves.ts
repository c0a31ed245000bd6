import { useSyncExternalStore } from 'react'

import { forget, keep, recall } from '../../lib/json-storage.ts'
import type { SaveTarget } from './save-plan.ts'

/* What was to be saved and is not yet, by demo: kept in this browser, so that whoever opens the demo next goes on with it. */

const listeners = new Set<() => void>()

export function keepWaiting(userId: string, demoId: string, targets: readonly SaveTarget[]): void {
  const key = waitingKey(userId, demoId)
  if (targets.length === 0) forget(key)
  else keep(key, targets)
  for (const listener of listeners) listener()
}

export function recallWaiting(userId: string, demoId: string): readonly SaveTarget[] {
  const kept = recall<unknown>(waitingKey(userId, demoId))
  return Array.isArray(kept) ? kept.filter(isTarget) : []
}

/** The ids of the demos that have something waiting, as it changes in any tab. */
export function useWaitingDemoIds(userId: string): readonly string[] {
  const prefix = waitingKey(userId, '')
  const ids = useSyncExternalStore(subscribe, () =>
    storedKeys()
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
      .join(' '),
  )
  return ids === '' ? [] : ids.split(' ')
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function waitingKey(userId: string, demoId: string): string {
  return `understudy-waiting-${userId}-${demoId}`
}

function isTarget(value: unknown): value is SaveTarget {
  const { type, id } = (value ?? {}) as Readonly<Record<string, unknown>>
  if (type === 'text' || type === 'order' || type === 'remove' || type === 'restore') return true
  return (type === 'step' || type === 'notes' || type === 'card') && typeof id === 'string'
}
