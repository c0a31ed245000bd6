import type { AgentSessionTicket } from '#protocol/agent-events.ts'

import type { ConnectionPlace } from './agent-connection.ts'
import { isTalkKept, keptTalkKey } from './kept-talk-key.ts'
import type { TalkView } from './talk-view.ts'

/** Everything needed to resume a conversation after a reload. */
export interface KeptTalk {
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
export function keepTalk(demoId: string, talk: KeptTalk, isOpen: boolean): void {
  try {
    sessionStorage.setItem(keptTalkKey(isOpen ? demoId : closedName(demoId)), JSON.stringify(talk))
  } catch {
    // Storage is full or forbidden: the server ends the conversation after a minute.
  }
}

/** Returns and removes the stored conversation. */
export function takeKeptTalk(demoId: string): KeptTalk | null {
  return take(demoId) ?? take(closedName(demoId))
}

function take(name: string): KeptTalk | null {
  try {
    const kept = isTalkKept(name) ? sessionStorage.getItem(keptTalkKey(name)) : null
    sessionStorage.removeItem(keptTalkKey(name))
    return kept === null ? null : (JSON.parse(kept) as KeptTalk)
  } catch {
    return null
  }
}

/** Separate from open ones, which the page resumes by itself. */
function closedName(demoId: string): string {
  return `${demoId}:closed`
}
