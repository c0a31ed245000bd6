import { ModelError } from '#server/models/language-model.ts'

import { speechRate } from './speech-port.ts'

/**
 * Converts a provider's stream to PCM16, 24 kHz, mono: skips a WAV header, joins samples split between chunks, mixes
 * stereo, resamples. Refuses text, compressed audio and silence, which would sound like a broken conversation. Drops
 * leading silence.
 */
export class PcmReader {
  #head: Uint8Array = new Uint8Array(0)
  #format: PcmFormat | null = null
  #carry: Uint8Array = new Uint8Array(0)
  #hasSound = false
  #silentSamples = 0
  /** The next output sample's position between input samples, and the last input sample. */
  #at = 0
  #last: number | null = null

  read(bytes: Uint8Array): Uint8Array {
    if (this.#format !== null) return this.#convert(bytes, this.#format)
    this.#head = join(this.#head, bytes)
    const found = findFormat(this.#head)
    if (found === null) return empty
    const rest = this.#head.subarray(found.start)
    this.#head = empty
    this.#format = found
    return this.#convert(rest, found)
  }

  /** Call at the end of the stream; throws if nothing was audible. */
  end(): void {
    if (this.#format === null && this.#head.length > 0) refuse('sent something that is no sound')
    if (!this.#hasSound) refuse('sent no sound')
  }

  #convert(bytes: Uint8Array, { rate, channels }: PcmFormat): Uint8Array {
    const whole = join(this.#carry, bytes)
    const frameBytes = channels * 2
    const frames = Math.floor(whole.length / frameBytes)
    this.#carry = whole.length === frames * frameBytes ? empty : whole.slice(frames * frameBytes)
    // What most providers send: nothing to change.
    if (this.#hasSound && rate === speechRate && channels === 1) return whole.subarray(0, frames * frameBytes)
    const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength)
    const samples = new Int16Array(frames)
    for (let frame = 0; frame < frames; frame += 1) {
      const first = view.getInt16(frame * frameBytes, true)
      samples[frame] = channels === 1 ? first : (first + view.getInt16(frame * frameBytes + 2, true)) / 2
    }
    return this.#skipSilence(rate === speechRate ? samples : this.#resample(samples, rate))
  }

  /** Linear interpolation, because speech has little above the telephone band. */
  #resample(samples: Int16Array, rate: number): Int16Array {
    if (samples.length === 0) return samples
    const step = rate / speechRate
    const input = this.#last === null ? samples : Int16Array.of(this.#last, ...samples)
    const output = new Int16Array(Math.max(0, Math.ceil((input.length - 1 - this.#at) / step)))
    for (const [index] of output.entries()) {
      const at = this.#at + index * step
      const below = Math.floor(at)
      const from = input[below] ?? 0
      output[index] = from + ((input[below + 1] ?? from) - from) * (at - below)
    }
    this.#at += output.length * step - (input.length - 1)
    this.#last = input.at(-1) ?? 0
    return output
  }

  #skipSilence(samples: Int16Array): Uint8Array {
    if (this.#hasSound) return toBytes(samples)
    const first = samples.findIndex((sample) => Math.abs(sample) > silenceLevel)
    this.#silentSamples += first < 0 ? samples.length : first
    if (this.#silentSamples > silentSamplesMax) refuse('sent only silence')
    if (first < 0) return empty
    this.#hasSound = true
    // The first consonant starts below the threshold.
    return toBytes(samples.subarray(Math.max(0, first - fadeSamples)))
  }
}

interface PcmFormat {
  readonly rate: number
  readonly channels: 1 | 2
}

/** The format and the offset of its samples; null until the header is complete. */
function findFormat(head: Uint8Array): (PcmFormat & { readonly start: number }) | null {
  if (head.length < 12) return null
  const name = ascii(head.subarray(0, 4))
  if (name === 'RIFF' && ascii(head.subarray(8, 12)) === 'WAVE') return findWavFormat(head)
  if (name.startsWith('ID3') || ['OggS', 'fLaC'].includes(name)) refuse('sent compressed sound instead of PCM')
  // Audio samples are never twelve printable characters in a row.
  if (head.subarray(0, 12).every((byte) => (byte >= 32 && byte < 127) || (byte >= 9 && byte <= 13))) {
    refuse('sent text instead of sound')
  }
  return { rate: speechRate, channels: 1, start: 0 }
}

function findWavFormat(head: Uint8Array): (PcmFormat & { readonly start: number }) | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  let format: PcmFormat | null = null
  for (let at = 12; at + 8 <= head.length;) {
    const name = ascii(head.subarray(at, at + 4))
    const size = view.getUint32(at + 4, true)
    if (name === 'data')
      return format === null ? refuse('sent a WAV file without a format') : { ...format, start: at + 8 }
    if (size > headerBytesMax) refuse('sent a WAV file with a broken header')
    if (name === 'fmt ') {
      if (at + 24 > head.length) return null
      format = readWavFormat(view, at + 8)
    }
    at += 8 + size + (size % 2)
  }
  return head.length > headerBytesMax ? refuse('sent a WAV file with a broken header') : null
}

function readWavFormat(view: DataView, at: number): PcmFormat {
  const code = view.getUint16(at, true)
  const channels = view.getUint16(at + 2, true)
  const rate = view.getUint32(at + 4, true)
  const bits = view.getUint16(at + 14, true)
  const isPcm = code === 1 || code === 0xff_fe
  if (!isPcm || bits !== 16 || (channels !== 1 && channels !== 2) || rate < 8_000 || rate > 48_000) {
    return refuse('sent a WAV file that isn’t 16-bit PCM at 8 to 48 kHz')
  }
  return { rate, channels }
}

function refuse(what: string): never {
  throw new ModelError('broken', `The provider ${what}.`, { isCharged: true })
}

function join(before: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (before.length === 0) return bytes
  const whole = new Uint8Array(before.length + bytes.length)
  whole.set(before)
  whole.set(bytes, before.length)
  return whole
}

function toBytes(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2)
  const view = new DataView(bytes.buffer)
  for (const [index, sample] of samples.entries()) view.setInt16(index * 2, sample, true)
  return bytes
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

const empty = new Uint8Array(0)
/** About -50 dB: room noise and encoder noise are below it. */
const silenceLevel = 100
const fadeSamples = speechRate / 50
const silentSamplesMax = speechRate * 3
const headerBytesMax = 4_096
