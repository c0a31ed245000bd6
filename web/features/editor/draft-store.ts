import { forget, keep, recall } from '../../lib/json-storage.ts'
import { stableText } from '../../lib/stable-text.ts'
import { basesOf, type DraftState } from './merge-changes.ts'
import { isEmpty, type Draft } from './unsaved.ts'

/** Unsaved changes from an earlier visit, per user of this browser. */
export function recallDraft(userId: string, demoId: string): Draft | undefined {
  const key = draftKey(userId, demoId)
  const draft = recall<Draft>(key)
  if (typeof draft?.steps !== 'object') return undefined
  ownDrafts.set(key, stableText(draft))
  return draft
}

/** What this tab stored or recalled last, by key: another tab's draft is not this one's to remove. */
const ownDrafts = new Map<string, string>()

/** Stores unsaved changes; removes the draft when there are none, unless it is another tab's. */
export function keepDraft(userId: string, state: DraftState): void {
  const key = draftKey(userId, state.saved.id)
  if (isEmpty(state.unsaved) && state.gone.length === 0) {
    if (ownDrafts.get(key) === stableText(recall(key))) forget(key)
    ownDrafts.delete(key)
    return
  }
  const draft: Draft = { ...state.unsaved, ...basesOf(state) }
  keep(key, draft)
  ownDrafts.set(key, stableText(draft))
}

function draftKey(userId: string, demoId: string): string {
  return `understudy-draft-${userId}-${demoId}`
}
