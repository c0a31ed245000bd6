import { speechBytesPerMs, speechRate } from '#server/speech/speech-port.ts'

/** The bytes of audio that certainly belong to a text, because nobody speaks faster. */
export function leastBytes(text: string): number {
  return lettersOf(text) * fastestMs * speechBytesPerMs
}

/**
 * The byte position where a sentence ends in longer audio: at the first pause that can be its end. Null while unsure,
 * because there was no pause yet or the sentence has pauses of its own.
 */
export function findSentenceEnd(sound: Buffer, sentence: string): number | null {
  // The part of the sentence that may still follow when the search begins.
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
