import type { AgentMode, AgentStateName } from '#protocol/agent-events.ts'

import type { ListeningState } from './speech-input.ts'

export interface TranscriptEntry {
  readonly key: string
  readonly speaker: 'visitor' | 'agent'
  readonly text: string
  /** Orders of the steps it rests on. */
  readonly steps: readonly number[]
}

/** A booking in progress. */
export interface BookingView {
  readonly slots: readonly { readonly id: string; readonly label: string }[]
  /** IANA zone of the labels. */
  readonly zone: string
  readonly chosenId: string | null
  /** The address requested or read back; null while a time is chosen. */
  readonly form: { readonly field: string; readonly value: string; readonly valid: boolean } | null
}

/** Everything the panel shows of a talk. */
export interface TalkView {
  readonly stage: 'notice' | 'starting' | 'talking' | 'over'
  readonly mode: AgentMode
  /** Null until it has begun. */
  readonly conversationId: string | null
  readonly agentName: string
  readonly phase: AgentStateName
  readonly isReconnecting: boolean
  /** A question was sent or is queued. */
  readonly isAsking: boolean
  readonly isSpeaking: boolean
  readonly hasSound: boolean
  readonly canSound: boolean
  readonly listening: ListeningState
  readonly partial: string
  readonly caption: string
  readonly captionSteps: readonly number[]
  readonly transcript: readonly TranscriptEntry[]
  readonly suggestions: readonly string[]
  readonly takesMeetings: boolean
  readonly booking: BookingView | null
  /** A sentence about the talk itself: a refusal, a limit, a missing microphone. */
  readonly notice: string
}

export const firstView: TalkView = {
  stage: 'notice',
  mode: 'text',
  conversationId: null,
  agentName: 'The agent',
  phase: 'consent',
  isReconnecting: false,
  isAsking: false,
  isSpeaking: false,
  hasSound: false,
  canSound: false,
  listening: 'off',
  partial: '',
  caption: '',
  captionSteps: [],
  transcript: [],
  suggestions: [],
  takesMeetings: false,
  booking: null,
  notice: '',
}

/** The transcript with an entry added or replaced by key. */
export function writeEntry(transcript: readonly TranscriptEntry[], entry: TranscriptEntry): readonly TranscriptEntry[] {
  const isKnown = transcript.some((each) => each.key === entry.key)
  return isKnown ? transcript.map((each) => (each.key === entry.key ? entry : each)) : [...transcript, entry]
}

/** The transcript with what the agent began to say added to its turn. */
export function writeSegment(
  transcript: readonly TranscriptEntry[],
  segment: { readonly turn: number; readonly text: string; readonly steps: readonly number[] },
): readonly TranscriptEntry[] {
  const key = `agent-${segment.turn}`
  const before = transcript.find((entry) => entry.key === key)
  return writeEntry(transcript, {
    key,
    speaker: 'agent',
    text: before === undefined ? segment.text : `${before.text} ${segment.text}`,
    steps: [...new Set([...(before?.steps ?? []), ...segment.steps])],
  })
}

/** The transcript with a turn cut to what was heard; without the turn if nothing was. */
export function cutEntry(
  transcript: readonly TranscriptEntry[],
  turn: number,
  heard: string,
): readonly TranscriptEntry[] {
  return transcript.flatMap((entry) => {
    if (entry.key !== `agent-${turn}`) return [entry]
    return heard === '—' ? [] : [{ ...entry, text: heard }]
  })
}
