import type { AgentVoice } from './agent-events.ts'

/* What the player needs to narrate a demo, and what the editor sends to record one. */

/** A step's audio. */
export interface StepAudio {
  /** On our own origin; the audio at an address never changes. */
  readonly url: string
  readonly ms: number
  /** When each sentence ends; absent if that is unknown. */
  readonly endsMs?: readonly number[]
}

export interface NarratedStep {
  readonly id: string
  /** Captions in order; may contain variables. The agent's script for the step, or the recording's words. */
  readonly sentences: readonly string[]
  /** The same in spoken form, for the browser's own voice. */
  readonly said: readonly string[]
  /** Null: the browser's own voice speaks. */
  readonly audio: StepAudio | null
}

/** The answer of `GET /narration/v1/demos/{link}`. */
export interface DemoNarration {
  readonly voice: AgentVoice
  readonly steps: readonly NarratedStep[]
}

/** The answer of `POST /narration/v1/demos/{id}/recordings`, whose body is the audio: AAC (ADTS) or 16-bit WAV. */
export interface SavedRecording {
  readonly audioId: string
  readonly ms: number
}

export const narrationPath = '/narration/v1'
