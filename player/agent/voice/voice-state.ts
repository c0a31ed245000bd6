/*
 * The state of the microphone's side of a conversation. Every state but `off` has a watchdog, so that visitors never
 * wait for something that doesn't happen.
 */

export type VoiceState =
  | 'off'
  /** The browser asks for permission. */
  | 'asking'
  /** Recognition is starting. */
  | 'starting'
  | 'listening'
  /** The visitor speaks. */
  | 'hearing'
  /** Their turn is over; no answer yet. */
  | 'thinking'
  | 'speaking'
  /** The agent is silent because the visitor may be speaking. */
  | 'held'

export type VoiceEvent =
  | 'open'
  | 'granted'
  | 'ready'
  | 'sound'
  | 'not-understood'
  | 'turn'
  | 'sentence'
  | 'hold'
  | 'release'
  | 'interrupt'
  | 'silence'
  | 'close'
  | 'overdue'

/** What to do if a state lasts too long. */
export type VoiceOverdue = 'remind' | 'broken' | 'idle' | 'end-turn' | 'no-answer' | 'resume'

type Moves = Readonly<Partial<Record<VoiceEvent, VoiceState>>>

const always: Moves = { close: 'off' }

const moves: Readonly<Record<VoiceState, Moves>> = {
  off: { open: 'asking' },
  asking: { ...always, granted: 'starting' },
  starting: { ...always, ready: 'listening', sentence: 'speaking', overdue: 'off' },
  listening: { ...always, sound: 'hearing', turn: 'thinking', sentence: 'speaking', overdue: 'off' },
  hearing: {
    ...always,
    'not-understood': 'listening',
    turn: 'thinking',
    sentence: 'speaking',
    release: 'listening',
    overdue: 'thinking',
  },
  thinking: {
    ...always,
    sound: 'hearing',
    hold: 'held',
    turn: 'thinking',
    sentence: 'speaking',
    silence: 'listening',
    overdue: 'listening',
  },
  speaking: {
    ...always,
    hold: 'held',
    interrupt: 'hearing',
    turn: 'thinking',
    silence: 'listening',
    overdue: 'listening',
  },
  held: {
    ...always,
    release: 'speaking',
    interrupt: 'hearing',
    turn: 'thinking',
    silence: 'listening',
    overdue: 'speaking',
  },
}

/** The state after an event; unchanged if the event doesn't apply. */
export function nextVoiceState(state: VoiceState, event: VoiceEvent): VoiceState {
  return moves[state][event] ?? state
}

/** How long a state may last, and what to do then. Null for `off`. */
export function voiceWatchdog(state: VoiceState): { readonly ms: number; readonly act: VoiceOverdue } | null {
  return watchdogs[state]
}

const watchdogs: Readonly<Record<VoiceState, { readonly ms: number; readonly act: VoiceOverdue } | null>> = {
  off: null,
  asking: { ms: 8_000, act: 'remind' },
  starting: { ms: 8_000, act: 'broken' },
  listening: { ms: 60_000, act: 'idle' },
  hearing: { ms: 35_000, act: 'end-turn' },
  thinking: { ms: 15_000, act: 'no-answer' },
  // Each voice watches its own sentences; this is for a voice that stopped reporting.
  speaking: { ms: 120_000, act: 'resume' },
  held: { ms: 3_000, act: 'resume' },
}
