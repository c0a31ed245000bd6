import type { Conversation, Effect } from '#agent/conversation.ts'
import type { AgentMode, ClientCapabilities } from '#protocol/agent-events.ts'
import type { RecorderState } from '#server/recordings/talk-recorder.ts'

/** Everything that another server needs to continue a conversation. Plain data, stored with every turn. */
export interface TalkState {
  readonly version: typeof talkStateVersion
  readonly demoId: string
  /** What the page named: the demo's id or a link's token. */
  readonly link: string
  /** Of the link's password, see OpenedShare; absent in states of earlier servers. */
  readonly passwordVersion?: number | null
  readonly mode: AgentMode
  readonly caps: ClientCapabilities
  readonly conversation: Conversation
  /** The total duration of the running silence timer. */
  readonly clockMs: number
  /** The tracker's session, sent by the browser when a meeting is booked. */
  readonly visit: string | null
  readonly visitorTurns: number
  readonly lastClientSeq: number
  readonly transcript: TranscriptState
  /** The question being answered. */
  readonly asking: string | null
  /** The pending request to the calendar. */
  readonly calendar: CalendarEffect | null
  /** When the conversation reaches its time limit. */
  readonly limitAt: number
  readonly ring: Ring | null
  readonly person: JoinedPerson | null
  readonly lastOrder: number
  /** Null if the visitor hasn't accepted a recording; absent in states of servers that recorded nothing. */
  readonly recording?: RecorderState | null
}

export type CalendarEffect = Extract<Effect, { type: 'find-slots' | 'book-meeting' | 'cancel-meeting' }>

/** The team is being rung. */
export interface Ring {
  readonly handoverId: string
  readonly until: number
}

/** The member who has taken over. */
export interface JoinedPerson {
  readonly name: string
  readonly since: number
}

export interface TranscriptState {
  readonly turnCount: number
  /** The stored id of the agent's turn that may still be cut short. */
  readonly open: { readonly turn: number; readonly id: string } | null
}

/** States of servers with another version aren't continued. */
export const talkStateVersion = 2

export function isTalkState(state: unknown): state is TalkState {
  return typeof state === 'object' && state !== null && 'version' in state && state.version === talkStateVersion
}
