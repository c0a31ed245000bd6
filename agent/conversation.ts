import type { FactField, ObjectionKind } from '#domain/sales-rules.ts'
import type {
  AgentMode,
  AgentStateName,
  ByeReason,
  InterruptCause,
  LimitKind,
  OfferedStep,
} from '#protocol/agent-events.ts'

import type { Booking } from './booking-steps.ts'
import type { CalendarAnswer } from './calendar-answers.ts'
import type { BookingForm } from './booking-form.ts'
import type { NamedZone } from './named-zone.ts'
import { noQualification, type Evidence, type Qualification } from './qualification.ts'
import type { HeardFact, Proposal, Topic } from './responder.ts'
import type { OfferedSlot } from './offered-slot.ts'
import type { Line, SaidCounts } from './turn.ts'

/** A conversation's state. Plain data: it can be stored, compared and replayed. */
export interface Conversation {
  readonly phase: AgentStateName
  /** What to return to after answers and pauses, innermost last. */
  readonly below: readonly AgentStateName[]
  /** What to present next. */
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
  /** The zone of all times offered, if the visitor named one; otherwise the browser's. */
  readonly zone: NamedZone | null
  /** The zone of the place the visitor said they are in; “my time” means this. */
  readonly home?: NamedZone
  /** The first digits of a phone number that the visitor gives in pieces. */
  readonly numberStart?: string
  /** The zone of the place where somebody else will join from. */
  readonly theirZone?: NamedZone
  /** The address the visitor gave, for any purpose. */
  readonly email: string | null
  /** A meeting is offered at most once, and not if one is booked. */
  readonly wasMeetingOffered: boolean
  readonly hasMeeting: boolean
  /** How often the visitor showed interest in buying. */
  readonly buyingSignals: number
  /** What the visitor said about themselves: the latest value of each field. */
  readonly facts: readonly HeardFact[]
  readonly qualification: Qualification
  /** How many remarks of the visitor were handled; evidence refers to them by number. */
  readonly remarks: number
  /** How many questions were answered. */
  readonly answers: number
  /** What a short follow-up refers to; passed to the responder. */
  readonly topic: Topic | null
  /** The turn that started an answer, and the whole answer once it has arrived. */
  readonly open: { readonly turn: number; readonly rest: Proposal | null } | null
  readonly person: PersonCall
  /** Whether the last turn offered to call a person. */
  readonly isPersonOffered: boolean
  /** The visitor asked for shorter answers. */
  readonly isSlow: boolean
  /** The time of the meeting booked in this conversation, as spoken; '' for none. */
  readonly meeting: string
  /** How long the offered meetings take; null if unknown. */
  readonly meetingMinutes: number | null
  /** Set while the closing words are spoken. */
  readonly ending: ByeReason | null
}

/** The visitor's request for a person. */
export interface PersonCall {
  /** `calling-back`: nobody was available, and the visitor is asked when and where to call back. */
  readonly stage: 'none' | 'ringing' | 'joined' | 'calling-back'
  /** The member who joined. */
  readonly name: string | null
  /** When to call back, in the visitor's words. */
  readonly when: string | null
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
  /** How long to wait for the visitor afterwards, unless the phase sets its own wait. */
  readonly afterMs: number
  /** For a turn about the visitor's silence: what to do if the silence continues. */
  readonly nudge: Clock['purpose'] | null
  /** The line that is playing, and since when. */
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
  /** The visitor spoke, and a responder made a proposal, which the guards have checked. */
  | {
      readonly type: 'heard'
      readonly at: number
      readonly proposal: Proposal
      readonly text: string
      /** The answer's first sentence; exactly one `rest-heard` follows with the whole answer. */
      readonly isOpen?: boolean
    }
  | { readonly type: 'rest-heard'; readonly at: number; readonly proposal: Proposal; readonly text: string }
  /** The visitor continued after their last remark; `before` is the conversation before that remark. */
  | { readonly type: 'rolled-back'; readonly at: number; readonly before: Conversation }
  | ({ readonly type: 'form'; readonly at: number } & BookingForm)
  /** When to call back, as typed into the form. */
  | { readonly type: 'form'; readonly at: number; readonly field: 'callback'; readonly value: string }
  /** The visitor corrected a fact on screen; '' removes it. */
  | { readonly type: 'fact-edited'; readonly at: number; readonly field: FactField; readonly value: string }
  /** A member of the team took over or handed back, or nobody answered the ring. */
  | { readonly type: 'person-joined'; readonly at: number; readonly name: string }
  | { readonly type: 'person-left' | 'nobody-there'; readonly at: number }
  /** The calendar's times; null when it failed. */
  | { readonly type: 'slots-found'; readonly at: number; readonly slots: readonly OfferedSlot[] | null }
  | { readonly type: 'meeting-answered'; readonly at: number; readonly answer: CalendarAnswer }
  | { readonly type: 'typing'; readonly at: number }
  | { readonly type: 'play-started' | 'play-ended'; readonly at: number; readonly turn: number; readonly seg: number }
  /** The client didn't report in time that the speech had ended. */
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
      /** Set when the turn answers an objection. */
      readonly objection?: ObjectionKind
    }
  /** Steps to offer, because the agent isn't sure of its answer. */
  | { readonly type: 'offers'; readonly turn: number; readonly steps: readonly OfferedStep[] }
  /** All known facts; sent whenever one changes. */
  | { readonly type: 'facts'; readonly facts: readonly HeardFact[] }
  /** The score, 0 to 100, with the remarks that support it; sent whenever it changes. */
  | { readonly type: 'qualified'; readonly score: number; readonly evidence: readonly Evidence[] }
  /** Rings the team; answered by `person-joined` or `nobody-there`. The conversation continues meanwhile. */
  | { readonly type: 'ring-person'; readonly reason: string }
  /** The visitor wants to be called back, at the address or number among the facts; `isOff`: no longer. */
  | {
      readonly type: 'call-back'
      readonly when: string
      readonly reachAt: string
      readonly isOff?: true
      /** What else the caller should know, in the visitor's words: “ask for Brian”. */
      readonly note?: string
    }
  /** The call is no longer wanted, or a call back is arranged: hides the call-back form. */
  | { readonly type: 'call-over' }
  | { readonly type: 'show'; readonly step: number }
  | { readonly type: 'truncated'; readonly turn: number; readonly heard: string }
  /** Replaces the running timer; a `clock` event with this id arrives after `ms`. */
  | { readonly type: 'clock'; readonly id: number; readonly ms: number }
  /** Answered by exactly one `slots-found`; `after` is an ISO time, `preferredTime` the time asked for, or ''. */
  | {
      readonly type: 'find-slots'
      readonly after: string | null
      readonly preferredTime: string
      /** The visitor's, if they named one. */
      readonly timeZone?: string
    }
  /** Answered by exactly one `meeting-answered`, and not to be interrupted. */
  | {
      readonly type: 'book-meeting'
      readonly slotId: string
      readonly email: string
      readonly name: string | null
      /** Other people who should come. */
      readonly guests?: readonly string[]
      readonly timeZone?: string
    }
  /** Cancels this conversation's meeting; answered by exactly one `meeting-answered`. */
  | { readonly type: 'cancel-meeting' }
  /** The times to show beside the conversation; an empty list closes the booking controls. */
  | { readonly type: 'slots'; readonly slots: readonly OfferedSlot[]; readonly timeZone?: string }
  | {
      readonly type: 'form'
      readonly field: 'email' | 'confirm' | 'callback'
      readonly value: string
      readonly valid: boolean
      /** The chosen time; '' for none. */
      readonly slotId: string
    }
  | { readonly type: 'end'; readonly reason: ByeReason }

/** The kind of an agent's turn, for the transcript. */
export type Outcome =
  | 'greeted'
  | 'presented'
  | 'answered'
  /** The rest of an answer. */
  | 'continued'
  | 'unknown'
  /** Uncertain: the closest steps were offered. */
  | 'unsure'
  | 'objection'
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
  zone: null,
  email: null,
  wasMeetingOffered: false,
  hasMeeting: false,
  buyingSignals: 0,
  facts: [],
  qualification: noQualification,
  remarks: 0,
  answers: 0,
  topic: null,
  open: null,
  person: { stage: 'none', name: null, when: null },
  isPersonOffered: false,
  isSlow: false,
  meeting: '',
  meetingMinutes: null,
  ending: null,
}
