import { limits } from '#domain/limits.ts'

import { AudioProblem, requireLength, type CheckedAudio } from './checked-audio.ts'
import { readAac } from './read-aac.ts'
import { readWav } from './read-wav.ts'

/**
 * Detects the format of an upload from its bytes, and writes its audio into a new file. Drops tags, pictures and
 * trailing data. Throws an AudioProblem for anything else.
 */
export function checkAudio(upload: Uint8Array): CheckedAudio {
  const audio = readKnown(upload)
  if (audio.ms < 1) throw new AudioProblem('The recording is empty.')
  requireLength(audio.ms)
  if (audio.content.byteLength > limits.recordingBytesMax) throw new AudioProblem(tooLargeSentence)
  return audio
}

export const tooLargeSentence = `The recording is larger than ${limits.recordingBytesMax / 1024 / 1024} MB.`

function readKnown(upload: Uint8Array): CheckedAudio {
  const [first = 0, second = 0] = upload
  if (first === 0xff && (second & 0xf6) === 0xf0) return readAac(upload)
  if (new TextDecoder('latin1').decode(upload.subarray(0, 4)) === 'RIFF') return readWav(upload)
  throw new AudioProblem('This isn’t AAC or WAV audio.')
}
