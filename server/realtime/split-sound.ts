import { speechRate } from '#server/speech/speech-port.ts'

/**
 * Splits the audio of several sentences: near the position that their lengths suggest, where it is quietest. Returns
 * all of it, in order.
 */
export function splitSound(sound: Buffer, sentences: readonly string[]): readonly Buffer[] {
  const characters = sentences.reduce((sum, text) => sum + text.length, 0)
  const parts: Buffer[] = []
  let from = 0
  let before = 0
  for (const text of sentences.slice(0, -1)) {
    before += text.length
    const at = Math.max(from, quietest(sound, Math.floor((sound.length / 2) * (before / characters))) * 2)
    parts.push(sound.subarray(from, at))
    from = at
  }
  return [...parts, sound.subarray(from)]
}

/** The middle of the quietest 60 ms within a second around a sample. */
function quietest(sound: Buffer, around: number): number {
  const last = (sound.length >> 1) - windowSamples
  let best = { at: around, level: Number.POSITIVE_INFINITY }
  for (let at = Math.max(0, around - reachSamples); at <= Math.min(last, around + reachSamples); at += stepSamples) {
    const level = levelOf(sound, at)
    // For equally quiet places, the nearest.
    const isNearer = level === best.level && Math.abs(at - around) < Math.abs(best.at - around)
    if (level < best.level || isNearer) best = { at, level }
  }
  return Math.min(sound.length >> 1, best.at + (windowSamples >> 1))
}

function levelOf(sound: Buffer, from: number): number {
  let sum = 0
  for (let at = from; at < from + windowSamples; at += samplesSkipped) sum += Math.abs(sound.readInt16LE(at * 2))
  return sum
}

const windowSamples = speechRate * 0.06
const stepSamples = speechRate / 100
const reachSamples = speechRate
const samplesSkipped = 4
