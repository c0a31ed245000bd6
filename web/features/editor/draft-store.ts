import { forget, keep, recall } from '../../lib/json-storage.ts'
import { isEmpty, type Unsaved } from './unsaved.ts'

/** What an earlier visit left unsaved in this browser. Other people on it have drafts of their own. */
export function recallDraft(userId: string, demoId: string): Unsaved | undefined {
  const draft = recall<Unsaved>(draftKey(userId, demoId))
  return typeof draft?.steps === 'object' ? draft : undefined
}

/** Keeps what is unsaved; with nothing left the draft goes. */
export function keepDraft(userId: string, demoId: string, unsaved: Unsaved): void {
  if (isEmpty(unsaved)) forget(draftKey(userId, demoId))
  else keep(draftKey(userId, demoId), unsaved)
}

function draftKey(userId: string, demoId: string): string {
  return `understudy-draft-${userId}-${demoId}`
}
