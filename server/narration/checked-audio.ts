import { limits } from '#domain/limits.ts'

/** A recording as stored and served: only the audio of the upload. */
export interface CheckedAudio {
  readonly content: Uint8Array<ArrayBuffer>
  readonly mimeType: 'audio/mp4' | 'audio/wav'
  readonly extension: 'm4a' | 'wav'
  readonly ms: number
}

/** An upload that can't be used; the message is a sentence for the author. */
export class AudioProblem extends Error {
  override readonly name = 'AudioProblem'
}

/** Throws when a recording is longer than allowed. */
export function requireLength(ms: number): void {
  if (ms <= limits.recordingMsMax + slackMs) return
  throw new AudioProblem(`A recording can be at most ${limits.recordingMsMax / 60_000} minutes long.`)
}

/** Encoders pad the last frame. */
const slackMs = 500
