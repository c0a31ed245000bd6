import { isAgentLanguage, type AgentLanguage } from '#domain/agent-languages.ts'
import type { FactField } from '#domain/sales-rules.ts'
import type { AgentMode, AgentSessionTicket, AgentStateName, PersonState, TalkSpeech } from '#protocol/agent-events.ts'

import { languageOf } from './talk-language.ts'
import type { TranscriptEntry } from './transcript.ts'
import type { VoiceState } from './voice/voice-state.ts'

/** The state of listening, in the panel's terms. */
export type ListeningState = 'off' | 'starting' | 'listening' | 'unavailable'

export interface BookingSlot {
  readonly id: string
  readonly startUtc: string
  readonly label: string
}

/** A booking in progress. */
export interface BookingView {
  readonly slots: readonly BookingSlot[]
  /** IANA zone of the labels. */
  readonly zone: string
  readonly chosenId: string | null
  /** The address requested or read back; null while choosing a time. */
  readonly form: { readonly field: string; readonly value: string; readonly valid: boolean } | null
}

export interface FactView {
  readonly field: FactField
  readonly value: string
}

/** Everything the panel shows of a conversation. */
export interface TalkView {
  /** In `notice` nothing has been sent: the visitor reads the disclosure. */
  readonly stage: 'notice' | 'starting' | 'talking' | 'over'
  readonly mode: AgentMode
  /** Null until it has started. */
  readonly conversationId: string | null
  /** '' until the ticket has arrived. */
  readonly agentName: string
  /** The agent's language in this conversation, and all its languages. */
  readonly language: AgentLanguage
  readonly languages: readonly AgentLanguage[]
  /** Who stores the conversation; '' until the ticket has arrived. */
  readonly workspaceName: string
  /** The author's own welcome. */
  readonly welcome: string
  readonly phase: AgentStateName
  readonly isReconnecting: boolean
  /** With voice, the panel folds into a caption bar until the visitor opens the chat. */
  readonly isFolded: boolean
  /** Number of questions that the page has put into the field. */
  readonly suggestedCount: number
  /** A question was sent or is queued. */
  readonly isAsking: boolean
  /** What the agent is doing, such as “Checking the calendar…”; '' for anything quick. */
  readonly doing: string
  readonly isSpeaking: boolean
  readonly hasSound: boolean
  readonly canSound: boolean
  readonly listening: ListeningState
  /** Which companies speak and listen; null until the ticket has arrived, and if the browser does both. */
  readonly speech: TalkSpeech | null
  /** The note about voice is shown; the microphone waits for the visitor's consent. */
  readonly isVoiceOffered: boolean
  /** The visitor has agreed to a recording. */
  readonly isRecorded: boolean
  readonly voiceState: VoiceState
  /** Information about listening, such as why the microphone closed; not a problem. */
  readonly voiceHint: string
  /** Why the agent can't be heard; '' without a problem. */
  readonly soundProblem: string
  /** Also true while it pauses for the agent's voice. */
  readonly isMicrophoneOpen: boolean
  readonly partial: string
  readonly caption: string
  /** How long speaking the caption takes; 0 while silent. */
  readonly captionMs: number
  readonly captionSteps: readonly number[]
  readonly transcript: readonly TranscriptEntry[]
  readonly suggestions: readonly string[]
  /** The agent has just asked for a yes or no. */
  readonly isYesOrNo: boolean
  readonly takesMeetings: boolean
  readonly booking: BookingView | null
  readonly facts: readonly FactView[]
  /** The member of the team being called, present, or unavailable. */
  readonly person: { readonly state: PersonState; readonly name: string | null } | null
  /** The agent asks when to call back. */
  readonly isCallbackAsked: boolean
  /** When to call, as said in the chat; '' if not yet. */
  readonly callbackTime: string
  /** Why the microphone is off; '' without a problem. */
  readonly microphoneProblem: string
  /** A sentence about the conversation itself: a refusal, a limit. */
  readonly notice: string
}

export const firstView: TalkView = {
  stage: 'notice',
  mode: 'text',
  conversationId: null,
  agentName: '',
  language: 'en',
  languages: [],
  workspaceName: '',
  welcome: '',
  phase: 'consent',
  isReconnecting: false,
  isFolded: true,
  suggestedCount: 0,
  isAsking: false,
  doing: '',
  isSpeaking: false,
  hasSound: false,
  canSound: false,
  listening: 'off',
  speech: null,
  isVoiceOffered: false,
  isRecorded: false,
  voiceState: 'off',
  voiceHint: '',
  soundProblem: '',
  isMicrophoneOpen: false,
  partial: '',
  caption: '',
  captionMs: 0,
  captionSteps: [],
  transcript: [],
  suggestions: [],
  isYesOrNo: false,
  takesMeetings: false,
  booking: null,
  facts: [],
  person: null,
  isCallbackAsked: false,
  callbackTime: '',
  microphoneProblem: '',
  notice: '',
}

/** What a reload resets: sound and the microphone need a new click. */
export const silentView = {
  isAsking: false,
  doing: '',
  isSpeaking: false,
  hasSound: false,
  listening: 'off',
  isVoiceOffered: false,
  voiceState: 'off',
  voiceHint: '',
  soundProblem: '',
  isMicrophoneOpen: false,
  partial: '',
  microphoneProblem: '',
  notice: '',
} as const satisfies Partial<TalkView>

/** What the end of a conversation resets; the transcript stays. */
export const endedView = {
  stage: 'over',
  isAsking: false,
  doing: '',
  isSpeaking: false,
  isReconnecting: false,
  caption: '',
  captionMs: 0,
  captionSteps: [],
  partial: '',
  voiceHint: '',
  suggestions: [],
  isYesOrNo: false,
  booking: null,
  person: null,
  isCallbackAsked: false,
} as const satisfies Partial<TalkView>

/** The parts of the view that come from the ticket. */
export function introduce(ticket: AgentSessionTicket): Partial<TalkView> {
  return {
    agentName: ticket.agentName,
    language: languageOf(ticket),
    languages: (ticket.speech?.languages ?? []).filter(isAgentLanguage),
    workspaceName: ticket.workspaceName ?? '',
    welcome: ticket.welcome ?? '',
    suggestions: ticket.suggestions,
    takesMeetings: ticket.takesMeetings,
    speech: ticket.speech ?? null,
  }
}
