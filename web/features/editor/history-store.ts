import { forget, keep, recall } from '../../lib/json-storage.ts'
import { noHistory, type EditorHistory, type HistoryEntry } from './editor-history.ts'

/* The undo history per user and demo, kept in this browser for as long as the server keeps deleted steps. */

const keptDays = 30
const sizeMax = 200_000

export function recallHistory(userId: string, demoId: string): EditorHistory {
  forgetOld()
  const kept = recall<Partial<Kept>>(keyOf(userId, demoId))
  if (kept === undefined || kept.version !== version) return noHistory
  const { past, future, expected } = kept
  const isWhole = Array.isArray(past) && Array.isArray(future) && Array.isArray(expected)
  return isWhole ? { past, future, expected } : noHistory
}

/** Adds a change made outside the editor, so that the editor can undo it. */
export function addToHistory(userId: string, demoId: string, entry: HistoryEntry): void {
  const history = recallHistory(userId, demoId)
  keepHistory(userId, demoId, { ...history, past: [...history.past, entry], future: [] })
}

/** Bounded by size; drops the oldest entries. */
export function keepHistory(userId: string, demoId: string, history: EditorHistory): void {
  const key = keyOf(userId, demoId)
  let { past, future } = history
  const { expected } = history
  if (past.length + future.length + expected.length === 0) return forget(key)
  while (sizeOf(past) + sizeOf(future) > sizeMax) {
    if (past.length > 1) past = past.slice(Math.ceil(past.length / 4))
    else if (future.length > 0) future = future.slice(Math.ceil(future.length / 4))
    else return forget(key)
  }
  const kept: Kept = { version, at: Date.now(), past, future, expected }
  if (!keep(key, kept)) forget(key)
}

/** Version of the stored shape; other versions are ignored. */
const version = 1

interface Kept extends EditorHistory {
  readonly version: number
  readonly at: number
}

function sizeOf(entries: readonly HistoryEntry[]): number {
  return JSON.stringify(entries).length
}

function forgetOld(): void {
  const oldest = Date.now() - keptDays * 86_400_000
  for (const key of historyKeys()) {
    const at = recall<Partial<Kept>>(key)?.at ?? 0
    if (at < oldest) forget(key)
  }
}

function historyKeys(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

const prefix = 'understudy-history-'

function keyOf(userId: string, demoId: string): string {
  return `${prefix}${userId}-${demoId}`
}
