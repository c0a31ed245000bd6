import type { AgentSessionTicket } from '#protocol/agent-events.ts'

import type { ConnectionPlace } from './agent-connection.ts'
import { isTalkStored, storedTalkKey } from './stored-talk-key.ts'
import type { TalkView } from './talk-view.ts'

/** Everything needed to resume a conversation after a reload. */
export interface StoredTalk {
  readonly ticket: AgentSessionTicket
  readonly place: ConnectionPlace
  readonly view: TalkView
  readonly userTurn: number
  /** The unsent text of the field. */
  readonly draft: string
}

/**
 * Stores a conversation for this tab; without storage, a reload ends it. If the panel is closed, it resumes when the
 * panel opens.
 */
export function storeTalk(demoId: string, talk: StoredTalk, isOpen: boolean): void {
  try {
    sessionStorage.setItem(storedTalkKey(isOpen ? demoId : closedName(demoId)), JSON.stringify(talk))
  } catch {
    // Storage is full or forbidden: the server ends the conversation after a minute.
  }
}

/** Returns and removes the stored conversation. */
export function takeStoredTalk(demoId: string): StoredTalk | null {
  return take(demoId) ?? take(closedName(demoId))
}

function take(name: string): StoredTalk | null {
  try {
    const kept = isTalkStored(name) ? sessionStorage.getItem(storedTalkKey(name)) : null
    sessionStorage.removeItem(storedTalkKey(name))
    return kept === null ? null : (JSON.parse(kept) as StoredTalk)
  } catch {
    return null
  }
}

/** Separate from open ones, which the page resumes by itself. */
function closedName(demoId: string): string {
  return `${demoId}:closed`
}
