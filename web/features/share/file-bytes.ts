/* Building blocks of binary files: big-endian numbers and concatenation. */

export type Piece = Uint8Array<ArrayBuffer>

/** An encoded frame. */
export interface VideoSample {
  readonly bytes: Piece
  readonly isKey: boolean
}

export interface EncodedVideo {
  readonly width: number
  readonly height: number
  /** All frames have this duration. */
  readonly framesPerSecond: number
  readonly samples: readonly VideoSample[]
  /** As WebCodecs names it, such as `avc1.640028`. */
  readonly codec: string
  /** H.264's parameter sets; null for codecs without any. */
  readonly description: Piece | null
}

export function text(value: string): Piece {
  return Uint8Array.from(value, (sign) => sign.charCodeAt(0))
}

/** An integer in this many bytes. */
export function number(value: number, bytes: number): Piece {
  const piece = new Uint8Array(bytes)
  let rest = value
  for (let at = bytes - 1; at >= 0; at -= 1) {
    piece[at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return piece
}

export function join(...pieces: readonly Piece[]): Piece {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
