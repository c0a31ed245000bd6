import { join, number, text, type EncodedVideo, type Piece, type VideoSample } from './file-bytes.ts'

/* A WebM file with one VP9 or VP8 track (RFC 8794, RFC 9559). */

const id = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cues: 0x1c53bb6b,
  cluster: 0x1f43b675,
} as const

/** The index comes before the frames, so that seeking works while loading. */
export function writeWebm(video: EncodedVideo): Blob {
  const clusters = toClusters(video)
  const head = join(infoOf(video), trackOf(video))
  // Positions are relative to the segment's content; the index's length doesn't depend on them.
  const first = head.length + cuesOf(clusters, 0).length
  const cues = cuesOf(clusters, first)
  const length = first + clusters.reduce((sum, each) => sum + each.length, 0)
  const content = clusters.flatMap(({ pieces }) => pieces)
  return new Blob([ebmlHead, identifier(id.segment), sizeOf(length), head, cues, ...content], { type: 'video/webm' })
}

const ebmlHead = element(
  id.ebml,
  element(0x4286, number(1, 1)),
  element(0x42f7, number(1, 1)),
  element(0x42f2, number(4, 1)),
  element(0x42f3, number(8, 1)),
  element(0x4282, text('webm')),
  element(0x4287, number(4, 1)),
  element(0x4285, number(2, 1)),
)

function infoOf({ samples, framesPerSecond }: EncodedVideo): Piece {
  return element(
    id.info,
    element(0x2ad7b1, number(1_000_000, 4)),
    element(0x4489, float((samples.length * 1_000) / framesPerSecond)),
    element(0x4d80, text('Understudy')),
    element(0x5741, text('Understudy')),
  )
}

function trackOf({ codec, width, height, framesPerSecond }: EncodedVideo): Piece {
  const size = element(0xe0, element(0xb0, number(width, 2)), element(0xba, number(height, 2)))
  return element(
    id.tracks,
    element(
      0xae,
      element(0xd7, number(1, 1)),
      element(0x73c5, number(1, 1)),
      element(0x83, number(1, 1)),
      element(0x86, text(codec === 'vp8' ? 'V_VP8' : 'V_VP9')),
      element(0x23e383, number(Math.round(1e9 / framesPerSecond), 4)),
      size,
    ),
  )
}

interface Cluster {
  readonly ms: number
  readonly length: number
  readonly pieces: readonly Piece[]
}

/** A cluster starts at each key frame. Block times are 16-bit milliseconds, so one has at most 32 s. */
function toClusters({ samples, framesPerSecond }: EncodedVideo): readonly Cluster[] {
  const clusters: Cluster[] = []
  let group: VideoSample[] = []
  let from = 0
  const finish = () => {
    if (group.length > 0) clusters.push(toCluster(group, from, framesPerSecond))
    from += group.length
    group = []
  }
  for (const sample of samples) {
    if (sample.isKey || (group.length * 1_000) / framesPerSecond > 30_000) finish()
    group.push(sample)
  }
  finish()
  return clusters
}

function toCluster(samples: readonly VideoSample[], from: number, framesPerSecond: number): Cluster {
  const msOf = (index: number) => Math.round((index * 1_000) / framesPerSecond)
  const ms = msOf(from)
  const blocks = samples.flatMap(({ bytes, isKey }, index) => {
    const head = join(number(0x81, 1), number(msOf(from + index) - ms, 2), number(isKey ? 0x80 : 0, 1))
    return [identifier(0xa3), sizeOf(head.length + bytes.length), head, bytes]
  })
  const time = element(0xe7, number(ms, 4))
  const length = blocks.reduce((sum, piece) => sum + piece.length, time.length)
  const pieces = [identifier(id.cluster), sizeOf(length), time, ...blocks]
  return { ms, length: pieces.reduce((sum, piece) => sum + piece.length, 0), pieces }
}

function cuesOf(clusters: readonly Cluster[], first: number): Piece {
  let at = first
  const points = clusters.map(({ ms, length }) => {
    const place = element(0xb7, element(0xf7, number(1, 1)), element(0xf1, number(at, 8)))
    at += length
    return element(0xbb, element(0xb3, number(ms, 4)), place)
  })
  return element(id.cues, ...points)
}

function element(name: number, ...content: readonly Piece[]): Piece {
  const inside = join(...content)
  return join(identifier(name), sizeOf(inside.length), inside)
}

function identifier(name: number): Piece {
  return number(name, name > 0xffffff ? 4 : name > 0xffff ? 3 : name > 0xff ? 2 : 1)
}

/** Always in eight bytes, so that lengths are known in advance. */
function sizeOf(length: number): Piece {
  const piece = number(length, 8)
  piece[0] = 1
  return piece
}

function float(value: number): Piece {
  const piece = new Uint8Array(8)
  new DataView(piece.buffer).setFloat64(0, value)
  return piece
}
