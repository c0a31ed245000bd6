import type { AgentMode, AgentStateName, ByeReason, InterruptCause, LimitKind } from '#protocol/agent-events.ts'

import type { Booking, BookingForm, CalendarAnswer } from './booking-talk.ts'
import type { Proposal } from './responder.ts'
import type { OfferedSlot } from './spoken-choice.ts'
import type { Line, SaidCounts } from './turn.ts'

/** A conversation's state. Plain data: it can be stored, compared and replayed. */
export interface Conversation {
  readonly phase: AgentStateName
  /** What answers and pauses return to, innermost last. */
  readonly below: readonly AgentStateName[]
  /** What is presented next. */
  readonly position: Position
  /** The step the visitor sees, or will see once the agent starts speaking. */
  readonly step: number
  /** Number of the agent's last turn. */
  readonly turn: number
  readonly speaking: Speaking | null
  readonly clock: Clock | null
  readonly clocksSet: number
  readonly said: SaidCounts
  readonly lastLines: readonly Line[]
  readonly unknownCount: number
  /** The booking in progress. */
  readonly booking: Booking | null
  /** The address the visitor gave for any purpose. */
  readonly email: string | null
  /** Offer a meeting at most once, and not if one is booked. */
  readonly wasMeetingOffered: boolean
  readonly hasMeeting: boolean
  /** How often the visitor showed buying interest. */
  readonly buyingSignals: number
  /** Set while the closing words are spoken. */
  readonly ending: ByeReason | null
}

export interface Position {
  /** From 1; steps + 1 means the end. */
  readonly step: number
  /** From 0, within the step's sentences. */
  readonly sentence: number
}

export interface Speaking {
  readonly turn: number
  readonly lines: readonly Line[]
  /** Each line's position in the presentation; empty for other turns. */
  readonly positions: readonly Position[]
  /** Where the presentation continues after this turn. */
  readonly next: Position | null
  /** How long to wait for the visitor afterwards, unless the phase says. */
  readonly afterMs: number
  /** Set for a turn about the visitor's silence: the reaction if it continues. */
  readonly nudge: Clock['purpose'] | null
  /** The line being played, and since when. */
  readonly playing: { readonly index: number; readonly at: number } | null
}

export interface Clock {
  readonly id: number
  /** What the silence timer does: continue the demo, or react for the first, second or last time. */
  readonly purpose: 'advance' | 'nudge-1' | 'nudge-2' | 'nudge-3'
}

/** Events of a conversation. `at` is in milliseconds of any monotonic clock. */
export type ConversationEvent =
  | { readonly type: 'consented'; readonly at: number; readonly mode: AgentMode; readonly step: number }
  /** The visitor spoke, and a responder made a proposal (already guarded). */
  | { readonly type: 'heard'; readonly at: number; readonly proposal: Proposal; readonly text: string }
  | ({ readonly type: 'form'; readonly at: number } & BookingForm)
  /** The calendar's times; null when it failed. */
  | { readonly type: 'slots-found'; readonly at: number; readonly slots: readonly OfferedSlot[] | null }
  | { readonly type: 'meeting-answered'; readonly at: number; readonly answer: CalendarAnswer }
  | { readonly type: 'typing'; readonly at: number }
  | { readonly type: 'play-started' | 'play-ended'; readonly at: number; readonly turn: number; readonly seg: number }
  /** The client never reported the end of speech. */
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

/** What to carry out, in order. */
export type Effect =
  | { readonly type: 'state'; readonly name: AgentStateName; readonly step: number }
  | {
      readonly type: 'say'
      readonly turn: number
      readonly lines: readonly Line[]
      /** The step to show when the line at that index begins. */
      readonly show: { readonly step: number; readonly line: number } | null
      readonly outcome: Outcome
      readonly step: number
    }
  | { readonly type: 'show'; readonly step: number }
  | { readonly type: 'truncated'; readonly turn: number; readonly heard: string }
  /** Replaces the running timer; a `clock` event with this id arrives after `ms`. */
  | { readonly type: 'clock'; readonly id: number; readonly ms: number }
  /** Answered by exactly one `slots-found`; `after` is an ISO time, `preferredTime` the time asked for, or ''. */
  | { readonly type: 'find-slots'; readonly after: string | null; readonly preferredTime: string }
  /** Answered by exactly one `meeting-answered`, and not to be interrupted. */
  | { readonly type: 'book-meeting'; readonly slotId: string; readonly email: string; readonly name: string | null }
  /** The times to show beside the voice; an empty list closes the booking controls. */
  | { readonly type: 'slots'; readonly slots: readonly OfferedSlot[] }
  | {
      readonly type: 'form'
      readonly field: 'email' | 'confirm'
      readonly value: string
      readonly valid: boolean
      /** The step it is about. */
      readonly slotId: string
    }
  | { readonly type: 'end'; readonly reason: ByeReason }

/** The kind of an agent's turn, for the transcript. */
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

/** The state before the visitor has agreed. */
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
