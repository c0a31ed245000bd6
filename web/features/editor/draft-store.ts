import { forget, keep, recall } from '../../lib/json-storage.ts'
import { basesOf, type DraftState } from './merge-changes.ts'
import { isEmpty, type Draft } from './unsaved.ts'

/** Unsaved changes from an earlier visit, per user of this browser. */
export function recallDraft(userId: string, demoId: string): Draft | undefined {
  const draft = recall<Draft>(draftKey(userId, demoId))
  return typeof draft?.steps === 'object' ? draft : undefined
}

/** Stores unsaved changes; removes the draft when there are none. */
export function keepDraft(userId: string, state: DraftState): void {
  const key = draftKey(userId, state.saved.id)
  if (isEmpty(state.unsaved) && state.gone.length === 0) forget(key)
  else keep(key, { ...state.unsaved, ...basesOf(state) } satisfies Draft)
}

function draftKey(userId: string, demoId: string): string {
  return `understudy-draft-${userId}-${demoId}`
}
