import type { AgentMode, AgentStateName, ByeReason, InterruptCause, LimitKind } from '#protocol/agent-events.ts'

import type { Booking, BookingForm, CalendarAnswer } from './booking-talk.ts'
import type { Proposal } from './responder.ts'
import type { OfferedSlot } from './spoken-choice.ts'
import type { Line, SaidCounts } from './turn.ts'

/** Where a conversation stands. Plain data: it can be stored, compared and replayed. */
export interface Conversation {
  readonly phase: AgentStateName
  /** What an answer or a pause returns to, the innermost last. */
  readonly below: readonly AgentStateName[]
  /** What is presented next. */
  readonly position: Position
  /** The step the visitor sees, or will see when the agent's words begin. */
  readonly step: number
  /** Number of the agent's last turn. */
  readonly turn: number
  readonly speaking: Speaking | null
  readonly clock: Clock | null
  readonly clocksSet: number
  readonly said: SaidCounts
  readonly lastLines: readonly Line[]
  readonly unknownCount: number
  /** A meeting that is being booked. */
  readonly booking: Booking | null
  /** The address the visitor gave, whatever for. */
  readonly email: string | null
  /** Nobody is asked twice, unasked, whether to meet; and nobody who has a meeting. */
  readonly wasMeetingOffered: boolean
  readonly hasMeeting: boolean
  /** How often the visitor sounded like somebody who thinks of buying. */
  readonly buyingSignals: number
  /** Set once the last words are being said. */
  readonly ending: ByeReason | null
}

export interface Position {
  /** From 1; one more than there are steps means the end. */
  readonly step: number
  /** From 0, within the step's sentences. */
  readonly sentence: number
}

export interface Speaking {
  readonly turn: number
  readonly lines: readonly Line[]
  /** Where each line stands in the presentation; empty for turns that present nothing. */
  readonly positions: readonly Position[]
  /** Where the presentation goes on once the turn was heard. */
  readonly next: Position | null
  /** How long the floor is the visitor's afterwards, where the phase doesn't say. */
  readonly afterMs: number
  /** Set when the turn was about the visitor's silence: how it is met if it lasts. */
  readonly nudge: Clock['purpose'] | null
  /** The line that plays, and since when. */
  readonly playing: { readonly index: number; readonly at: number } | null
}

export interface Clock {
  readonly id: number
  /** Go on by oneself, or wonder about the silence: first, second, last. */
  readonly purpose: 'advance' | 'nudge-1' | 'nudge-2' | 'nudge-3'
}

/** What happens to a conversation. `at` is in milliseconds of any clock that only goes forward. */
export type ConversationEvent =
  | { readonly type: 'consented'; readonly at: number; readonly mode: AgentMode; readonly step: number }
  /** The visitor said something, and a responder has proposed (already guarded). */
  | { readonly type: 'heard'; readonly at: number; readonly proposal: Proposal; readonly text: string }
  | ({ readonly type: 'form'; readonly at: number } & BookingForm)
  /** The calendar's times; null when it could not be read. */
  | { readonly type: 'slots-found'; readonly at: number; readonly slots: readonly OfferedSlot[] | null }
  | { readonly type: 'meeting-answered'; readonly at: number; readonly answer: CalendarAnswer }
  | { readonly type: 'typing'; readonly at: number }
  | { readonly type: 'play-started' | 'play-ended'; readonly at: number; readonly turn: number; readonly seg: number }
  /** The client never said that it finished speaking. */
  | { readonly type: 'play-overdue'; readonly at: number; readonly turn: number }
  | {
      readonly type: 'interrupted'
      readonly at: number
      readonly turn: number
      readonly seg: number
      readonly playedMs: number
      readonly segMs: number
      readonly cause: InterruptCause
    }
  | { readonly type: 'step-changed'; readonly at: number; readonly step: number }
  | { readonly type: 'clock'; readonly at: number; readonly id: number }
  | { readonly type: 'limit'; readonly at: number; readonly kind: LimitKind }

/** What the world has to do about it, in order. */
export type Effect =
  | { readonly type: 'state'; readonly name: AgentStateName; readonly step: number }
  | {
      readonly type: 'say'
      readonly turn: number
      readonly lines: readonly Line[]
      /** The step to show when the line of that index begins. */
      readonly show: { readonly step: number; readonly line: number } | null
      readonly outcome: Outcome
      readonly step: number
    }
  | { readonly type: 'show'; readonly step: number }
  | { readonly type: 'truncated'; readonly turn: number; readonly heard: string }
  /** Replaces the clock that was set before; a `clock` event with this id comes back after `ms`. */
  | { readonly type: 'clock'; readonly id: number; readonly ms: number }
  /** Answered by exactly one `slots-found`; `after` is an ISO time, `wish` what was said of the time, '' for nothing. */
  | { readonly type: 'find-slots'; readonly after: string | null; readonly wish: string }
  /** Answered by exactly one `meeting-answered`, and not to be interrupted. */
  | { readonly type: 'book-meeting'; readonly slotId: string; readonly email: string; readonly name: string | null }
  /** The times to show beside the voice; none ends the booking on the screen. */
  | { readonly type: 'slots'; readonly slots: readonly OfferedSlot[] }
  | {
      readonly type: 'form'
      readonly field: 'email' | 'confirm'
      readonly value: string
      readonly valid: boolean
      /** The time it is about. */
      readonly slotId: string
    }
  | { readonly type: 'end'; readonly reason: ByeReason }

/** What a turn of the agent was, as the transcript keeps it. */
export type Outcome =
  | 'greeted'
  | 'presented'
  | 'answered'
  | 'unknown'
  | 'declined'
  | 'human'
  | 'contact'
  | 'booking'
  | 'booked'
  | 'paused'
  | 'chat'
  | 'nudged'
  | 'ended'

/** The state before the visitor has agreed to anything. */
export const newConversation: Conversation = {
  phase: 'consent',
  below: [],
  position: { step: 1, sentence: 0 },
  step: 1,
  turn: 0,
  speaking: null,
  clock: null,
  clocksSet: 0,
  said: {},
  lastLines: [],
  unknownCount: 0,
  booking: null,
  email: null,
  wasMeetingOffered: false,
  hasMeeting: false,
  buyingSignals: 0,
  ending: null,
}
