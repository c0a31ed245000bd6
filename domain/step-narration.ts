import { isObject } from './is-object.ts'
import { limits } from './limits.ts'
import { uuid } from './uuid.ts'

/* What is spoken on a step during narration. A recording is stored as `demo_steps.narration`. */

/** The author's recording of a step. */
export interface StepNarration {
  /** A row of `step_audio` in the step's workspace. */
  readonly audioId: string
  readonly ms: number
  /** The spoken words, shown as captions; '' shows the step's own script. */
  readonly text: string
  /** `scriptStamp` of the step when it was recorded. */
  readonly of: string
}

export const transcriptMax = 5_000

/** Reads a stored recording; null for anything else. */
export function readStepNarration(stored: unknown): StepNarration | null {
  if (!isObject(stored)) return null
  const { audioId, ms, text, of } = stored
  if (typeof audioId !== 'string' || !uuid.test(audioId)) return null
  if (typeof ms !== 'number' || !(ms > 0 && ms <= limits.recordingMsMax + 1_000)) return null
  return {
    audioId,
    ms: Math.round(ms),
    text: typeof text === 'string' ? text.slice(0, transcriptMax) : '',
    of: typeof of === 'string' ? of.slice(0, 20) : '',
  }
}

type Scripted = { readonly title: string | null; readonly description: string | null }

/** A step's script: its notes, otherwise its title; '' without either. The agent presents the same. */
export function stepScript({ title, description }: Scripted): string {
  const notes = description?.trim() ?? ''
  return notes === '' ? (title?.trim() ?? '') : notes
}

/** Changes with the script, to detect a recording older than the text. */
export function scriptStamp(step: Scripted): string {
  let hash = 2_166_136_261
  for (const character of stepScript(step).replace(/\s+/g, ' ')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  }
  return (hash >>> 0).toString(36)
}

/** Who speaks a step: the author's recording, a voice, or nobody, if there are no words. */
export function stepSpeaker(
  step: Scripted & { readonly narration?: StepNarration | null },
): 'recording' | 'voice' | 'nobody' {
  if (step.narration !== null && step.narration !== undefined) return 'recording'
  return stepScript(step) === '' ? 'nobody' : 'voice'
}

/** How long speaking a text takes, at 160 words a minute, in milliseconds. */
export function speakingMs(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0
  return Math.round((words / 160) * 60_000)
}
