import { useSyncExternalStore } from 'react'

import { createStore } from '#player/create-store.ts'

import { forget, keep, recall } from '../../lib/json-storage.ts'
import type { SaveTarget } from './save-plan.ts'

/* Unsaved targets by demo, kept in this browser and saved when the demo is opened again. */

/** Counts changes, since the value itself is in the browser's storage. */
const changes = createStore(0, watchOtherTabs)

export function keepWaiting(userId: string, demoId: string, targets: readonly SaveTarget[]): void {
  const key = waitingKey(userId, demoId)
  if (targets.length === 0) forget(key)
  else keep(key, targets)
  countChange()
}

export function recallWaiting(userId: string, demoId: string): readonly SaveTarget[] {
  const kept = recall<unknown>(waitingKey(userId, demoId))
  return Array.isArray(kept) ? kept.filter(isTarget) : []
}

/** The ids of demos with waiting saves, updated from all tabs. */
export function useWaitingDemoIds(userId: string): readonly string[] {
  const prefix = waitingKey(userId, '')
  const ids = useSyncExternalStore(changes.subscribe, () =>
    storedKeys()
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
      .join(' '),
  )
  return ids === '' ? [] : ids.split(' ')
}

function countChange(): void {
  changes.set(changes.get() + 1)
}

function watchOtherTabs(): () => void {
  window.addEventListener('storage', countChange)
  return () => window.removeEventListener('storage', countChange)
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
  if (type === 'text' || type === 'look' || type === 'order' || type === 'remove' || type === 'restore') return true
  return (type === 'step' || type === 'notes' || type === 'card') && typeof id === 'string'
}
