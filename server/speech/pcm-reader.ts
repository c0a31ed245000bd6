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
    const pcm = whole.subarray(0, frames * frameBytes)
    // What most providers send: nothing to change.
    if (rate === speechRate && channels === 1) return this.#skipSilence(pcm)
    const samples = mix(pcm, channels)
    return this.#skipSilence(toBytes(rate === speechRate ? samples : this.#resample(samples, rate)))
  }

  /** Linear interpolation, because speech has little above the telephone band. */
  #resample(samples: Int16Array, rate: number): Int16Array {
    if (samples.length === 0) return samples
    const step = rate / speechRate
    const before = this.#last === null ? 0 : 1
    const input = new Int16Array(before + samples.length)
    input[0] = this.#last ?? 0
    input.set(samples, before)
    const output = new Int16Array(Math.max(0, Math.ceil((input.length - 1 - this.#at) / step)))
    for (let index = 0; index < output.length; index += 1) {
      const at = this.#at + index * step
      const below = Math.floor(at)
      const from = input[below] ?? 0
      output[index] = from + ((input[below + 1] ?? from) - from) * (at - below)
    }
    this.#at += output.length * step - (input.length - 1)
    this.#last = input.at(-1) ?? 0
    return output
  }

  #skipSilence(pcm: Uint8Array): Uint8Array {
    if (this.#hasSound) return pcm
    const first = findSound(pcm)
    this.#silentSamples += first ?? pcm.length / 2
    if (this.#silentSamples > silentSamplesMax) refuse('sent only silence')
    if (first === null) return empty
    this.#hasSound = true
    // The first consonant starts below the threshold.
    return pcm.subarray(Math.max(0, first - fadeSamples) * 2)
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

/* Uses indexes instead of iterators, whose entries were most of a busy server's allocations. */

/** The first sample above the noise; null if there is none. */
function findSound(pcm: Uint8Array): number | null {
  const view = viewOf(pcm)
  for (let at = 0; at < pcm.length; at += 2) if (Math.abs(view.getInt16(at, true)) > silenceLevel) return at / 2
  return null
}

function mix(pcm: Uint8Array, channels: 1 | 2): Int16Array {
  const view = viewOf(pcm)
  const samples = new Int16Array(pcm.length / 2 / channels)
  for (let index = 0; index < samples.length; index += 1) {
    const at = index * channels * 2
    const first = view.getInt16(at, true)
    samples[index] = channels === 1 ? first : (first + view.getInt16(at + 2, true)) / 2
  }
  return samples
}

function toBytes(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2)
  const view = viewOf(bytes)
  for (let index = 0; index < samples.length; index += 1) view.setInt16(index * 2, samples[index] ?? 0, true)
  return bytes
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
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
