import { forget, keep, recall } from '../../lib/json-storage.ts'
import { isEmpty, type Unsaved } from './unsaved.ts'

/** Unsaved changes from an earlier visit, per user of this browser. */
export function recallDraft(userId: string, demoId: string): Unsaved | undefined {
  const draft = recall<Unsaved>(draftKey(userId, demoId))
  return typeof draft?.steps === 'object' ? draft : undefined
}

/** Stores unsaved changes; removes the draft when there are none. */
export function keepDraft(userId: string, demoId: string, unsaved: Unsaved): void {
  if (isEmpty(unsaved)) forget(draftKey(userId, demoId))
  else keep(draftKey(userId, demoId), unsaved)
}

function draftKey(userId: string, demoId: string): string {
  return `understudy-draft-${userId}-${demoId}`
}
