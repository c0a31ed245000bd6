export interface M4aFormat {
  readonly rate: number
  /** The index of a sample rate in ISO/IEC 14496-3. */
  readonly rateIndex: number
  readonly channels: number
  readonly samplesPerFrame: number
}

type Part = number | string | Uint8Array | readonly number[]

/**
 * An MP4 file with one track of AAC-LC frames; the index comes first, so that playback can start before it has loaded.
 */
export function writeM4a(frames: readonly Uint8Array[], format: M4aFormat): Uint8Array<ArrayBuffer> {
  const type = box('ftyp', 'M4A ', 0, 'M4A ', 'isom', 'mp42')
  const bytes = frames.reduce((sum, { byteLength }) => sum + byteLength, 0)
  // The index contains the frames' offset, and its length doesn't depend on it.
  const offset = type.byteLength + movie(frames, format, 0).byteLength + 8
  const file = join([type, movie(frames, format, offset), bytes + 8, 'mdat'])
  const content = new Uint8Array(file.byteLength + bytes)
  content.set(file)
  let at = file.byteLength
  for (const frame of frames) {
    content.set(frame, at)
    at += frame.byteLength
  }
  return content
}

function movie(frames: readonly Uint8Array[], format: M4aFormat, offset: number): Uint8Array {
  const { rate, samplesPerFrame } = format
  const duration = frames.length * samplesPerFrame
  const sizes = frames.map(({ byteLength }) => byteLength)
  const table = box(
    'stbl',
    box('stsd', 0, 1, sampleEntry(format)),
    box('stts', 0, 1, frames.length, samplesPerFrame),
    box('stsc', 0, 1, 1, frames.length, 1),
    box('stsz', 0, 0, frames.length, sizes),
    box('stco', 0, 1, offset),
  )
  const sound = box('minf', box('smhd', 0, 0), box('dinf', box('dref', 0, 1, box('url ', 1))), table)
  const media = box('mdia', box('mdhd', 0, 0, 0, rate, duration, shorts(undetermined, 0)), handler, sound)
  const header = box('mvhd', 0, 0, 0, rate, duration, 0x10000, shorts(0x100, 0), 0, 0, matrix, zeros(24), 2)
  const track = box('tkhd', 7, 0, 0, 1, 0, duration, 0, 0, shorts(0, 0, 0x100, 0), matrix, 0, 0)
  return box('moov', header, box('trak', track, media))
}

function sampleEntry({ rate, rateIndex, channels }: M4aFormat): Uint8Array {
  const config = (2 << 11) | (rateIndex << 7) | (channels << 3)
  const decoder = [tag(4, [bytesOf(0x40, 0x15, 0, 0, 0), 0, 0, tag(5, [shorts(config)])]), tag(6, [bytesOf(2)])]
  const stream = box('esds', 0, tag(3, [shorts(0), bytesOf(0), ...decoder]))
  return box('mp4a', zeros(6), shorts(1), 0, 0, shorts(channels, 16, 0, 0), rate * 0x10000, stream)
}

const handler = box('hdlr', 0, 0, 'soun', zeros(12), zeros(1))
/** “und” in the format's five bits per letter. */
const undetermined = 0x55c4
const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]

function box(name: string, ...parts: readonly Part[]): Uint8Array {
  const content = join(parts)
  return join([content.byteLength + 8, name, content])
}

/** A descriptor of ISO/IEC 14496-1; all of ours are shorter than 128 bytes. */
function tag(number: number, parts: readonly Part[]): Uint8Array {
  const content = join(parts)
  return join([bytesOf(number, content.byteLength), content])
}

/** Numbers are 32 bits, big-endian. */
function join(parts: readonly Part[]): Uint8Array {
  const chunks = parts.map((part) => {
    if (part instanceof Uint8Array) return part
    if (typeof part === 'string') return new TextEncoder().encode(part)
    return longs(typeof part === 'number' ? [part] : part)
  })
  const joined = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.byteLength
  }
  return joined
}

function bytesOf(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values, (value) => value & 255)
}

function longs(values: readonly number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [value >>> 24, value >>> 16, value >>> 8, value]))
}

function shorts(...values: readonly number[]): Uint8Array {
  return bytesOf(...values.flatMap((value) => [value >> 8, value]))
}

function zeros(count: number): Uint8Array {
  return new Uint8Array(count)
}
