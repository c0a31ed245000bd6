import { AudioProblem, type CheckedAudio } from './checked-audio.ts'

const headerBytes = 44
/** A WAV file from an audio editor has up to a dozen chunks. */
const chunksMax = 64

/** Reads 16-bit PCM from a WAV file and writes it with a minimal header; drops every other chunk. */
export function readWav(file: Uint8Array): CheckedAudio {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.byteLength < headerBytes || ascii(file, 8) !== 'WAVE') throw new AudioProblem('The WAV file is damaged.')
  let format: WavFormat | null = null
  let offset = 12
  for (let chunk = 0; chunk < chunksMax && offset + 8 <= file.byteLength; chunk += 1) {
    const size = view.getUint32(offset + 4, true)
    const start = offset + 8
    switch (ascii(file, offset)) {
      case 'fmt ':
        format = readFormat(view, start, size)
        break
      case 'data': {
        if (format === null) throw new AudioProblem('The WAV file is damaged.')
        return toAudio(file.subarray(start, Math.min(start + size, file.byteLength)), format)
      }
      default:
    }
    // Chunks start at even offsets.
    offset = start + size + (size % 2)
  }
  throw new AudioProblem('The WAV file has no audio.')
}

interface WavFormat {
  readonly channels: number
  readonly rate: number
}

function readFormat(view: DataView, start: number, size: number): WavFormat {
  if (size < 16 || start + size > view.byteLength) throw new AudioProblem('The WAV file is damaged.')
  const channels = view.getUint16(start + 2, true)
  const rate = view.getUint32(start + 4, true)
  const isPlain = view.getUint16(start, true) === 1 && view.getUint16(start + 14, true) === 16
  if (!isPlain || channels < 1 || channels > 2 || rate < 8_000 || rate > 48_000) {
    throw new AudioProblem('Only 16-bit WAV files with one or two channels and at most 48 kHz are accepted.')
  }
  return { channels, rate }
}

function toAudio(samples: Uint8Array, { channels, rate }: WavFormat): CheckedAudio {
  const block = channels * 2
  const data = samples.subarray(0, samples.byteLength - (samples.byteLength % block))
  if (data.byteLength === 0) throw new AudioProblem('The WAV file has no audio.')
  const content = new Uint8Array(headerBytes + data.byteLength)
  const view = new DataView(content.buffer)
  const text = (at: number, value: string) => content.set(new TextEncoder().encode(value), at)
  text(0, 'RIFF')
  view.setUint32(4, headerBytes - 8 + data.byteLength, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * block, true)
  view.setUint16(32, block, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, data.byteLength, true)
  content.set(data, headerBytes)
  return { content, mimeType: 'audio/wav', extension: 'wav', ms: Math.round((data.byteLength / block / rate) * 1_000) }
}

function ascii(file: Uint8Array, offset: number): string {
  return String.fromCharCode(...file.subarray(offset, offset + 4))
}
