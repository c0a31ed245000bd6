import type { AgentSessionTicket, ClientEventBody, InterruptCause, UiAction } from '#protocol/agent-events.ts'

import type { TalkView } from '../talk-view.ts'
import type { TalkVoice } from '../talk-voice.ts'

/** The conversation that sound and microphone belong to. */
export interface VoiceHost {
  readonly view: () => TalkView
  readonly show: (change: Partial<TalkView>) => void
  readonly output: TalkVoice
  readonly ticket: () => AgentSessionTicket | null
  readonly send: (event: ClientEventBody) => void
  readonly sendAudio: (frame: ArrayBuffer) => void
  /** False over plain HTTP, which has no binary frames. */
  readonly canSendAudio: () => boolean
  /** False in text mode: the server isn't listening. */
  readonly isHeard: () => boolean
  /** Pings the server after the computer has slept. */
  readonly checkConnection: () => void
  /** The microphone is open: opens a conversation unless there is one. */
  readonly onMicrophoneOpen: () => void
  readonly onMicrophoneLost: () => void
  /** A spoken turn; `continues` replaces the last one. */
  readonly say: (text: string, confidence: number | undefined, continues: boolean) => void
  /** The first words of a turn. */
  readonly tellPartial: (text: string) => void
  readonly press: (action: UiAction) => void
  readonly interrupt: (cause: InterruptCause) => boolean
  /** The microphone's level, 0 to 1. */
  readonly showLevel: (level: number) => void
}
