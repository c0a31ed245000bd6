/*
 * The protocol between a visitor's browser and the agent's server, for every kind of responder and voice: the built-in
 * responder with the browser's voice, captions only, or a provider's model and speech. One envelope, two directions,
 * over a WebSocket at /agent/v1, or server-sent events and POST where WebSockets are blocked.
 *
 * Each direction counts its own `seq` from 1. The server keeps its last 200 events, the client those the server has
 * not confirmed; after a drop `resume` and `ready` exchange the last one received, and only the rest is resent.
 * Duplicates are dropped by `seq`.
 *
 * Audio goes in separate binary frames, and only when a speech provider is in use:
 *   client → server  0x01, then PCM16 little-endian, 16 kHz, mono, 20 ms a frame
 *   server → client  0x02, u16 turn, u16 seg (big-endian), then PCM16 little-endian, 24 kHz, mono
 * Binary frames carry no `seq` and are not repeated on resume: late speech is worse than none.
 */

import type { ExpectedAnswer } from '#domain/end-of-turn.ts'
import type { FactField } from '#domain/sales-rules.ts'
import type { RecordingTerms } from '#domain/talk-recording.ts'

export const agentProtocolVersion = 1
/** How many of its own events each side can repeat after a drop. */
export const agentEventsKept = 200
/** Events in one POST of the fallback transport. */
export const agentEventsPerPost = 50
/** Longer visitor text is refused (agent limits). */
export const agentTextMax = 500
/** POST mints a session token; GET and POST below this path are the fallback transport. */
export const agentPath = '/agent/v1'
/** Carries the session token on the fallback transport, to keep it out of URLs and logs. */
export const agentTokenHeader = 'x-agent-token'

export interface AgentEnvelope {
  readonly v: typeof agentProtocolVersion
  /** Conversation id; '' until the server has sent one in `ready`. */
  readonly sid: string
  readonly seq: number
  /** Milliseconds since the epoch by the sender's clock; for measuring only. */
  readonly ts: number
}

export type AgentMode = 'text' | 'voice'
/** In `person` a member of the team has taken over, and the agent is silent. */
export type AgentStateName =
  | 'consent'
  | 'greet'
  | 'present'
  | 'answer'
  | 'book'
  | 'paused'
  | 'person'
  | 'wrap'
  | 'ended'
export type UserTextSource = 'voice' | 'typed' | 'button'
export type InterruptCause = 'stop' | 'typed' | 'voice' | 'step' | 'closed'
export type UiAction = 'continue' | 'stop' | 'repeat' | 'next' | 'back' | 'human' | 'book' | 'end'

/** A sentence's source. Step fields are null for everything but steps and their cards. */
export interface Citation {
  readonly stepOrder: number | null
  readonly stepId: string | null
  /** Set if the source isn't a step. */
  readonly source?: CitedSource
}

/** A source outside the demo: its name and address. */
export interface CitedSource {
  readonly kind: 'pair' | 'document' | 'page' | 'plan'
  /** “Prices 2026.pdf”. */
  readonly title: string
  /** The place in it: “p. 3”, a heading, or ''. */
  readonly place: string
  /** Null if visitors can't open it. */
  readonly url: string | null
}

/** A step offered because the agent isn't sure of its answer. */
export interface OfferedStep {
  readonly stepOrder: number
  readonly stepId: string
  readonly title: string
  /** The step's sentences closest to the question, as the author wrote them: shown, not spoken. */
  readonly lines: readonly string[]
}

/** A member of the author's team in the conversation. */
export type PersonState = 'ringing' | 'joined' | 'left' | 'nobody'

export interface ClientCapabilities {
  readonly stt: boolean
  readonly tts: boolean
  /** The browser can send audio frames. */
  readonly audioIn: boolean
  /** The browser can play audio frames; absent in pages loaded before this existed. */
  readonly audioOut?: boolean
  /** BCP 47. */
  readonly lang: string
  /** IANA zone. */
  readonly tz: string
}

/** What the visitor accepted in the notice; without it the server opens no conversation. */
export interface VisitorConsent {
  readonly mode: AgentMode
  /** The notice was shown: an AI talks, and the text is stored. */
  readonly stored: true
  /** The notice said that the talk is recorded. Without it, nothing is. */
  readonly recording?: RecordingTerms
}

/** Text or voice, and which audio frames the browser sends and plays. */
export interface ModeOfTalk {
  readonly mode: AgentMode
  readonly audioIn: boolean
  readonly audioOut: boolean
  /** The recording that the visitor has accepted, if any. */
  readonly recording?: RecordingTerms
}

export type ClientEventBody =
  | {
      readonly t: 'hello'
      readonly token: string
      readonly caps: ClientCapabilities
      readonly consent: VisitorConsent
      /** The step the player shows. */
      readonly step: number
    }
  /** `lastSeq` is the last server event received. The envelope's `sid` names the conversation. */
  | { readonly t: 'resume'; readonly token: string; readonly lastSeq: number }
  | { readonly t: 'user.partial'; readonly turn: number; readonly text: string }
  | {
      readonly t: 'user.text'
      readonly turn: number
      readonly text: string
      readonly source: UserTextSource
      /** Recogniser's confidence, 0 to 1. */
      readonly conf?: number
      /** The visitor continued after their last turn: `text` is the whole turn and replaces it. */
      readonly continues?: boolean
    }
  /**
   * The visitor turned voice on or off: the server speaks and listens only while it is on. Sent if `ready` has
   * `takesMode`.
   */
  | ({ readonly t: 'mode' } & ModeOfTalk)
  /** The microphone's audio frames start or stop; only if the server recognises speech. */
  | { readonly t: 'listen'; readonly isOn: boolean }
  | { readonly t: 'voice.metrics'; readonly turn: number; readonly metrics: VoiceMetrics }
  | { readonly t: 'speech.start' | 'speech.end'; readonly turn: number; readonly tAudio: number }
  | { readonly t: 'play.start' | 'play.end'; readonly turn: number; readonly seg: number }
  | {
      readonly t: 'interrupt'
      readonly turn: number
      readonly seg: number
      readonly playedMs: number
      /** Full length of the segment, measured or estimated by the client. */
      readonly segMs: number
      readonly cause: InterruptCause
    }
  | { readonly t: 'step.changed'; readonly n: number; readonly by: 'visitor' | 'agent' }
  /**
   * `field`: slot (an id of `slots`), email, name, confirm (yes or no), visit (the tracker's session), callback (when
   * to call back, in the visitor's words), or fact.FIELD (a corrected fact; '' forgets it).
   */
  | { readonly t: 'form.submit'; readonly field: string; readonly value: string }
  | { readonly t: 'ui.click'; readonly action: UiAction }
  | { readonly t: 'ping' }

/** Milliseconds of one turn that only the browser can measure. */
export interface VoiceMetrics {
  /** From the visitor's last sound to the decision that they had finished. */
  readonly endOfTurnMs?: number
  /** From the visitor's last sound to the recogniser's last word. */
  readonly recognitionMs?: number
  /** From the visitor's last sound to the agent's first. */
  readonly firstSoundMs?: number
  /** From the first audio frame, or the order to speak, to the first sound. */
  readonly playOutMs?: number
  /** What failed, as a keyword such as `microphone`, `recognition` or `voice`. */
  readonly failure?: string
}

/** Who synthesises and recognises speech. */
export interface TalkSpeech {
  readonly speaking: 'browser' | 'provider'
  readonly hearing: 'browser' | 'provider'
  /** Companies that receive text or audio, for the notice before the microphone opens. */
  readonly processors: readonly string[]
  /** BCP 47 languages the agent speaks and understands, the main one first. */
  readonly languages: readonly string[]
  /** The talk is recorded if the visitor accepts; absent if it isn't. */
  readonly recording?: RecordingTerms
}

/** How the browser plays a segment: its own voice, audio frames, or caption only. */
export type SpeakMode = 'client' | 'stream' | 'none'

export interface AgentVoice {
  readonly value: string
  readonly label: string
  readonly gender: 'male' | 'female'
  readonly pitch: number
  /** The rate for the browser's voice, including the author's speed. */
  readonly rate: number
  /** The author's part of `rate`; absent means 1. */
  readonly speed?: number
  /** BCP 47 language the agent speaks. */
  readonly lang: string
}

export interface SessionLimits {
  readonly sessionMs: number
  readonly turns: number
  readonly textCharacters: number
  readonly turnIntervalMs: number
}

export type NoticeCode =
  | 'too-long'
  | 'too-fast'
  | 'not-understood'
  | 'not-stored'
  | 'session-taken'
  | 'events-lost'
  | 'person-gone'
  | 'refused'

export type LimitKind = 'time' | 'turns'

export type ByeReason =
  | 'visitor'
  | 'no-input'
  | 'time'
  | 'turns'
  | 'dropped'
  | 'server-closing'
  | 'not-shared'
  | 'refused'
  | 'protocol'
  | 'failed'

export type ServerEventBody =
  | {
      readonly t: 'ready'
      readonly session: string
      readonly agentName: string
      readonly limits: SessionLimits
      readonly voice: AgentVoice
      readonly mode: AgentMode
      /** True after `resume`: missed events follow. */
      readonly resumed: boolean
      /** The last client event the server has; the client resends later ones. */
      readonly lastClientSeq: number
      /** The server accepts `mode`; absent from older servers. */
      readonly takesMode?: boolean
    }
  | { readonly t: 'state'; readonly name: AgentStateName; readonly step: number }
  /** `replaces`: the visitor continued, and this is their whole last turn. */
  | { readonly t: 'user.final'; readonly turn: number; readonly text: string; readonly replaces?: boolean }
  /** `person`: the name of the member who speaks, if it isn't the agent. */
  | { readonly t: 'turn.start'; readonly turn: number; readonly person?: string }
  | { readonly t: 'text.delta'; readonly turn: number; readonly seg: number; readonly d: string }
  | {
      readonly t: 'seg'
      readonly turn: number
      readonly seg: number
      readonly text: string
      /** The spoken form (“29 dollars”) if it differs from the caption. */
      readonly say?: string
      readonly speak: SpeakMode
      readonly cite: readonly Citation[]
    }
  /** All audio frames of the segment were sent; `ms` is their duration. */
  | { readonly t: 'seg.end'; readonly turn: number; readonly seg: number; readonly ms: number }
  /**
   * No more audio for this and later segments of the turn: the browser speaks them itself, this one from its start. A
   * segment with `seg.end` is complete and played as it is.
   */
  | { readonly t: 'voice.lost'; readonly turn: number; readonly seg: number }
  /**
   * Words recognised by the server since the visitor's last turn; each event replaces the previous one until `isFinal`.
   */
  | {
      readonly t: 'heard'
      readonly text: string
      readonly isFinal: boolean
      /** 0 to 1. */
      readonly conf?: number
    }
  /** The server can't recognise speech for now; the browser continues on its own or asks the visitor to type. */
  | { readonly t: 'hearing.lost' }
  | { readonly t: 'turn.truncated'; readonly turn: number; readonly heard: string }
  /** The turn is complete; it may still be playing. */
  | {
      readonly t: 'turn.end'
      readonly turn: number
      readonly outcome: string
      readonly metrics: TurnMetrics
      /** Absent means open. */
      readonly expects?: ExpectedAnswer
    }
  | { readonly t: 'tool'; readonly name: string; readonly phase: 'start' | 'end'; readonly ui?: string }
  /** With `afterSeg` the picture changes when that segment starts to play, otherwise at once. */
  | {
      readonly t: 'step.show'
      readonly n: number
      readonly afterSeg?: { readonly turn: number; readonly seg: number }
      readonly highlight?: { readonly xPercent: number; readonly yPercent: number; readonly label: string }
    }
  /** Asks for an `email`, or to `confirm` one; `value` is the known address. */
  | {
      readonly t: 'form'
      readonly field: string
      readonly value: string
      readonly valid: boolean
      /** The chosen time, of the last `slots`. */
      readonly slotId?: string
    }
  /** Steps to offer if the agent isn't sure; they belong to the turn. */
  | { readonly t: 'offers'; readonly turn: number; readonly steps: readonly OfferedStep[] }
  /** Suggested questions; they replace the previous ones. */
  | { readonly t: 'suggest'; readonly questions: readonly string[] }
  /** All facts that the visitor has given, shown in editable fields. */
  | { readonly t: 'facts'; readonly facts: readonly { readonly field: FactField; readonly value: string }[] }
  /** Whether a person is called, present, gone (or the call-back form closed) or unavailable; `name`: null until one answers. */
  | { readonly t: 'person'; readonly state: PersonState; readonly name: string | null }
  /** Meeting times in `zone`; an empty list closes the booking controls. */
  | {
      readonly t: 'slots'
      readonly slots: readonly { readonly id: string; readonly startUtc: string; readonly label: string }[]
      /** IANA zone of the labels. */
      readonly zone?: string
    }
  | {
      readonly t: 'notice'
      readonly level: 'info' | 'warning' | 'error'
      readonly code: NoticeCode
      readonly text: string
    }
  | { readonly t: 'limit'; readonly kind: LimitKind; readonly left: number }
  /** Answers `ping`; repeats the last `seq` and is not stored. */
  | { readonly t: 'pong' }
  | { readonly t: 'bye'; readonly reason: ByeReason; readonly text: string }

export interface TurnMetrics {
  /** From the visitor's words to the first event sent; null if there was no question. */
  readonly thinkMs: number | null
}

export type ClientEvent = AgentEnvelope & ClientEventBody
export type ServerEvent = AgentEnvelope & ServerEventBody

/** The answer of `POST /agent/v1/sessions`. */
export interface AgentSessionTicket {
  readonly token: string
  readonly agentName: string
  /** Who stores the conversation; null while the workspace has a default name that names a person, not a company. */
  readonly workspaceName: string | null
  /** The author's welcome message. */
  readonly welcome: string | null
  readonly voice: AgentVoice
  readonly limits: SessionLimits
  /** Milliseconds until the token expires. */
  readonly expiresInMs: number
  readonly suggestions: readonly string[]
  /** The agent books meetings. */
  readonly takesMeetings: boolean
  /** Absent means that the browser does both. */
  readonly speech?: TalkSpeech
}
