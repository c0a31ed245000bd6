import { speechBytesPerMs, speechRate } from '#server/speech/speech-port.ts'

/** The sound, in bytes, that surely belongs to a text: nobody speaks faster. */
export function leastBytes(text: string): number {
  return lettersOf(text) * fastestMs * speechBytesPerMs
}

/**
 * Where a sentence ends in sound that continues after it, in bytes: at the first pause that can be its end. Null while
 * that is unsure: no pause yet, or a sentence that has pauses of its own.
 */
export function findSentenceEnd(sound: Buffer, sentence: string): number | null {
  // What may still come when the search begins.
  const later = sentence.slice(Math.floor(sentence.length * (fastestMs / slowestMs)))
  if (/\p{P}\s|[–—(]/u.test(later)) return null
  const last = Math.min(sound.length, lettersOf(sentence) * slowestMs * speechBytesPerMs)
  let quietBytes = 0
  for (let at = leastBytes(sentence); at + stepBytes <= last; at += stepBytes) {
    quietBytes = isQuiet(sound, at) ? quietBytes + stepBytes : 0
    if (quietBytes >= pauseBytes) return at + stepBytes - quietBytes / 2
  }
  return null
}

function isQuiet(sound: Buffer, from: number): boolean {
  let sum = 0
  for (let at = from; at < from + stepBytes; at += 2) sum += Math.abs(sound.readInt16LE(at))
  return sum / (stepBytes / 2) < quietLevel
}

function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** For each letter or digit; voices take about 80 ms. */
const fastestMs = 40
const slowestMs = 120
/** A closed consonant is silent for up to 120 ms. */
const pauseBytes = 200 * speechBytesPerMs
const stepBytes = (speechRate / 100) * 2
/** Mean amplitude, about -46 dB. */
const quietLevel = 160
