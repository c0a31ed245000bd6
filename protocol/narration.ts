import type { AgentVoice } from './agent-events.ts'

/* What the player needs to narrate a demo, and what the editor sends to record one. */

/** A step's sound. */
export interface StepAudio {
  /** On our own origin; the same address is always the same sound. */
  readonly url: string
  readonly ms: number
}

export interface NarratedStep {
  readonly id: string
  /** Captions, in order; may hold variables. What the agent says when it presents the step, or the recording's words. */
  readonly sentences: readonly string[]
  /** Null: the browser's own voice speaks. */
  readonly audio: StepAudio | null
}

/** The answer of `GET /narration/v1/demos/{link}`. */
export interface DemoNarration {
  readonly voice: AgentVoice
  readonly steps: readonly NarratedStep[]
}

/** The answer of `POST /narration/v1/demos/{id}/recordings`, whose body is the sound: AAC (ADTS) or 16-bit WAV. */
export interface SavedRecording {
  readonly audioId: string
  readonly ms: number
}

export const narrationPath = '/narration/v1'
