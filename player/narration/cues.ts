import { speakingMs } from '#domain/step-narration.ts'
import type { StepAudio } from '#protocol/narration.ts'

/** The script of a step. */
export interface StepWords {
  readonly sentences: readonly string[]
  /** In spoken form, if it differs. */
  readonly said?: readonly string[]
  readonly audio: StepAudio | null
}

/** A caption with its time. */
export interface Cue {
  readonly text: string
  /** For the browser's own voice. */
  readonly said: string
  readonly startMs: number
  readonly endMs: number
}

/** Sentences with times: those of the audio, else spread over it by length, or at reading pace without audio. */
export function cuesOf(
  { sentences, said }: Omit<StepWords, 'audio'>,
  audio: Omit<StepAudio, 'url'> | null,
): readonly Cue[] {
  const recordingMs = audio?.ms ?? null
  const lengths = sentences.map((text) => (recordingMs === null ? cueMs(text) : text.length + 1))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const scale = recordingMs === null ? 1 : recordingMs / total
  let at = 0
  return sentences.map((text, index) => {
    const startMs = Math.round(at * scale)
    at += lengths[index] ?? 0
    const { [index - 1]: start = startMs, [index]: end = Math.round(at * scale) } = audio?.endsMs ?? []
    return { text, said: said?.[index] ?? text, startMs: start, endMs: end }
  })
}

/** The index of the cue at this time; after the end the last one, -1 if there are none. */
export function cueAt(cues: readonly Cue[], ms: number): number {
  const index = cues.findIndex(({ endMs }) => ms < endMs)
  return index < 0 ? cues.length - 1 : index
}

/** How long a step without words is shown. */
export const wordlessMs = 2_500

function cueMs(text: string): number {
  return Math.max(900, speakingMs(text)) + pauseMs
}

/** Between two sentences. */
const pauseMs = 250
