/* Recorded sound: one channel of samples between -1 and 1. */

export interface Sound {
  readonly samples: Float32Array<ArrayBuffer>
  /** Samples per second. */
  readonly rate: number
}

export function msOf({ samples, rate }: Sound): number {
  return (samples.length / rate) * 1_000
}

/** Mixes all channels into one. */
export function mixChannels(channels: readonly Float32Array[], rate: number): Sound {
  const samples = new Float32Array(channels[0]?.length ?? 0)
  for (const channel of channels) {
    for (const [at, value] of channel.entries()) samples[at] = (samples[at] ?? 0) + value / channels.length
  }
  return { samples, rate }
}

/** The part between two times. */
export function trimSound({ samples, rate }: Sound, startMs: number, endMs: number): Sound {
  const at = (ms: number) => Math.round((ms / 1_000) * rate)
  return { samples: samples.slice(at(startMs), at(endMs)), rate }
}

/** The highest level in each of `count` parts, from 0 to 1. */
export function peaksOf({ samples }: Sound, count: number): readonly number[] {
  const size = samples.length / count
  return Array.from({ length: count }, (_, part) => {
    let peak = 0
    for (let at = Math.floor(part * size); at < Math.floor((part + 1) * size); at += 1) {
      peak = Math.max(peak, Math.abs(samples[at] ?? 0))
    }
    return peak
  })
}

/** Start and end of the voice with a short margin; everything if none is found. */
export function findVoiceBounds(sound: Sound): { readonly startMs: number; readonly endMs: number } {
  const totalMs = msOf(sound)
  const count = Math.max(1, Math.round(totalMs / windowMs))
  const levels = loudnessOf(sound, count)
  const loudest = Math.max(...levels)
  const isVoice = (level: number) => level > Math.max(loudest * 0.08, 0.003)
  const first = levels.findIndex(isVoice)
  const last = levels.findLastIndex(isVoice)
  if (first < 0) return { startMs: 0, endMs: totalMs }
  return {
    startMs: Math.max(0, first * windowMs - airMs),
    endMs: Math.min(totalMs, (last + 1) * windowMs + airMs),
  }
}

/** Normalises the volume without clipping, and fades both ends to avoid clicks. */
export function levelSound(sound: Sound): Sound {
  const { samples, rate } = sound
  const levels = loudnessOf(sound, Math.max(1, Math.round(msOf(sound) / windowMs)))
  const loudest = Math.max(...levels)
  const voiced = levels.filter((level) => level > loudest * 0.1)
  const loudness = Math.hypot(...voiced.slice(0, 5_000)) / Math.sqrt(Math.max(1, Math.min(5_000, voiced.length)))
  const peak = Math.max(...peaksOf(sound, 1))
  const gain = loudness < silence ? 1 : Math.min(loudnessWanted / loudness, gainMax, peakMax / peak)
  const fade = Math.max(1, Math.min(Math.round(rate * fadeSeconds), Math.floor(samples.length / 2)))
  return {
    rate,
    samples: samples.map((value, at) => value * gain * Math.min(1, at / fade, (samples.length - 1 - at) / fade)),
  }
}

/** A 16-bit WAV file. */
export function toWav({ samples, rate }: Sound): Blob {
  const header = new DataView(new ArrayBuffer(44))
  const bytes = samples.length * 2
  const text = (at: number, value: string) =>
    [...value].forEach((letter, index) => header.setUint8(at + index, letter.charCodeAt(0)))
  text(0, 'RIFF')
  header.setUint32(4, 36 + bytes, true)
  text(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, rate, true)
  header.setUint32(28, rate * 2, true)
  header.setUint16(32, 2, true)
  header.setUint16(34, 16, true)
  text(36, 'data')
  header.setUint32(40, bytes, true)
  const content = Int16Array.from(samples, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767))
  return new Blob([header, content], { type: 'audio/wav' })
}

/** Root mean square of each of `count` parts. */
function loudnessOf({ samples }: Sound, count: number): readonly number[] {
  const size = samples.length / count
  return Array.from({ length: count }, (_, part) => {
    const [start, end] = [Math.floor(part * size), Math.floor((part + 1) * size)]
    let sum = 0
    for (let at = start; at < end; at += 1) sum += (samples[at] ?? 0) ** 2
    return Math.sqrt(sum / Math.max(1, end - start))
  })
}

const windowMs = 20
const airMs = 150
const fadeSeconds = 0.008
const silence = 0.0005
/** About -18 dB of full scale, common for speech on the web. */
const loudnessWanted = 0.125
const peakMax = 0.89
const gainMax = 16
