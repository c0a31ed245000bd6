import { join, number, text, type EncodedVideo, type Piece } from './file-bytes.ts'

/**
 * An MP4 file with one H.264 or VP9 track (ISO/IEC 14496-12 and -15). Its index comes first, so that it can play while
 * loading.
 */
export function writeMp4(video: EncodedVideo): Blob {
  const head = box('ftyp', text('isom'), number(0x200, 4), text('isomiso2avc1mp41'))
  // Offsets depend on the index's length, which is the same whatever they are.
  const length = movie(video, 0).length
  const index = movie(video, head.length + length + 8)
  const size = video.samples.reduce((sum, { bytes }) => sum + bytes.length, 8)
  const content = video.samples.map(({ bytes }) => bytes)
  return new Blob([head, index, number(size, 4), text('mdat'), ...content], { type: 'video/mp4' })
}

const ticksPerFrame = 512

function movie(video: EncodedVideo, contentAt: number): Piece {
  const { width, height, framesPerSecond, samples } = video
  const scale = framesPerSecond * ticksPerFrame
  const duration = samples.length * ticksPerFrame
  const header = full(
    'mvhd',
    0,
    number(0, 8),
    number(scale, 4),
    number(duration, 4),
    number(0x10000, 4),
    number(0x100, 2),
    number(0, 10),
    matrix,
    number(0, 24),
    number(2, 4),
  )
  const trackHeader = full(
    'tkhd',
    3,
    number(0, 8),
    number(1, 4),
    number(0, 4),
    number(duration, 4),
    number(0, 16),
    matrix,
    number(width, 2),
    number(0, 2),
    number(height, 2),
    number(0, 2),
  )
  const mediaHeader = full(
    'mdhd',
    0,
    number(0, 8),
    number(scale, 4),
    number(duration, 4),
    number(0x55c4, 2),
    number(0, 2),
  )
  const handler = full('hdlr', 0, number(0, 4), text('vide'), number(0, 12), text('Video\0'))
  const where = box('dinf', full('dref', 0, number(1, 4), full('url ', 1)))
  const media = box('minf', full('vmhd', 1, number(0, 8)), where, sampleTable(video, contentAt))
  return box('moov', header, box('trak', trackHeader, box('mdia', mediaHeader, handler, media)))
}

function sampleTable(video: EncodedVideo, contentAt: number): Piece {
  const { samples } = video
  const keys = samples.flatMap(({ isKey }, index) => (isKey ? [number(index + 1, 4)] : []))
  const sizes = samples.map(({ bytes }) => number(bytes.length, 4))
  const count = number(samples.length, 4)
  return box(
    'stbl',
    full('stsd', 0, number(1, 4), sampleEntry(video)),
    full('stts', 0, number(1, 4), count, number(ticksPerFrame, 4)),
    full('stss', 0, number(keys.length, 4), ...keys),
    // A single chunk holds all frames.
    full('stsc', 0, number(1, 4), number(1, 4), count, number(1, 4)),
    full('stsz', 0, number(0, 4), count, ...sizes),
    full('stco', 0, number(1, 4), number(contentAt, 4)),
  )
}

function sampleEntry({ codec, width, height, description }: EncodedVideo): Piece {
  const isH264 = codec.startsWith('avc1')
  const [, profile = '0', level = '40', depth = '8'] = codec.split('.')
  const configuration = isH264
    ? box('avcC', description ?? new Uint8Array())
    : full(
        'vpcC',
        0x1000000,
        number(Number(profile), 1),
        number(Number(level), 1),
        number((Number(depth) << 4) | 2, 1),
        number(1, 1),
        number(1, 1),
        number(1, 1),
        number(0, 2),
      )
  return box(
    isH264 ? 'avc1' : 'vp09',
    number(0, 6),
    number(1, 2),
    number(0, 16),
    number(width, 2),
    number(height, 2),
    number(0x480000, 4),
    number(0x480000, 4),
    number(0, 4),
    number(1, 2),
    number(0, 32),
    number(24, 2),
    number(0xffff, 2),
    configuration,
  )
}

const matrix = join(...[0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map((each) => number(each, 4)))

function box(name: string, ...content: readonly Piece[]): Piece {
  const inside = join(...content)
  return join(number(inside.length + 8, 4), text(name), inside)
}

/** A box with a version (the upper byte) and flags. */
function full(name: string, flags: number, ...content: readonly Piece[]): Piece {
  return box(name, number(flags, 4), ...content)
}
