import { readPieces, type SentencePieces } from './sentence-pieces.ts'

/* The weights of the sentence encoder, as agent/training/encoder/export.py writes them. */

/** 8-bit weights with a scale per row. */
export interface EncoderMatrix {
  readonly rows: number
  readonly inputs: number
  readonly scales: Float32Array
  /** Where its bytes are in `weights`. */
  readonly at: number
}

export interface EncoderLinear extends EncoderMatrix {
  readonly bias: Float32Array
}

export interface EncoderNorm {
  readonly scale: Float32Array
  readonly shift: Float32Array
}

export interface EncoderLayer {
  readonly width: number
  readonly attentionNorm: EncoderNorm
  readonly attention: EncoderLinear
  readonly attentionOut: EncoderLinear
  /** Widens the layer's input, if the layer is wider. */
  readonly residual: EncoderLinear | null
  readonly innerNorm: EncoderNorm
  readonly inner: EncoderLinear
  readonly innerOut: EncoderLinear
}

export interface EncoderFile {
  readonly pieces: SentencePieces
  /** All 8-bit weights. */
  readonly weights: Int8Array
  readonly embeddings: EncoderMatrix
  /** One vector per part of the input. */
  readonly segments: Float32Array
  readonly layers: readonly EncoderLayer[]
  readonly heads: {
    readonly question: EncoderLinear
    readonly questionForGroup: EncoderLinear
    readonly sentence: EncoderLinear
    readonly group: EncoderLinear
  }
  readonly nothing: { readonly weights: Float32Array; readonly bias: number }
  /** The weight of the cosines, and of the group's cosine relative to the sentence's. */
  readonly scale: number
  readonly groupShare: number
}

/** “SE1” and a line break. */
const magic = [0x53, 0x45, 0x31, 0x0a] as const
const headerBytes = 12
export const embeddingWidth = 256
export const encoderWidth = 512
export const innerWidth = 1536
const segmentCount = 4

export function readEncoderFile(file: Uint8Array): EncoderFile {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < headerBytes || magic.some((byte, at) => file[at] !== byte)) throw new Error('No sentence encoder')
  const count = view.getUint32(4, true)
  const textBytes = view.getUint32(8, true)
  const parts: { readonly from: number; readonly at: number; readonly bytes: number }[] = []
  let position = headerBytes
  let weightBytes = 0

  const text = file.subarray(position, position + textBytes)
  position += textBytes
  const names = decodeUtf8(text).split('\n').slice(0, count)
  const pieces = readPieces(names, floats(count))
  const embeddings = matrix(count, embeddingWidth)
  const segments = floats(segmentCount * embeddingWidth)
  const layers = [layer(embeddingWidth), layer(encoderWidth)]
  const heads = { question: head(), questionForGroup: head(), sentence: head(), group: head() }
  const nothing = { weights: floats(encoderWidth), bias: floats(1)[0] ?? 0 }
  const [scale = 0, groupShare = 0] = floats(2)
  if (position !== file.length) throw new Error('The sentence encoder is cut off')
  const weights = new Int8Array(weightBytes)
  for (const { from, at, bytes } of parts) {
    weights.set(new Int8Array(file.buffer, file.byteOffset + from, bytes), at)
  }
  return { pieces, weights, embeddings, segments, layers, heads, nothing, scale, groupShare }

  function floats(length: number): Float32Array {
    const values = new Float32Array(length)
    if (position + length * 4 > file.length) throw new Error('The sentence encoder is cut off')
    for (let at = 0; at < length; at += 1) values[at] = view.getFloat32(position + at * 4, true)
    position += length * 4
    return values
  }

  function matrix(rows: number, inputs: number): EncoderMatrix {
    const scales = floats(rows)
    const at = weightBytes
    parts.push({ from: position, at, bytes: rows * inputs })
    position += rows * inputs
    weightBytes += rows * inputs
    return { rows, inputs, scales, at }
  }

  function linear(rows: number, inputs: number): EncoderLinear {
    return { ...matrix(rows, inputs), bias: floats(rows) }
  }

  function head(): EncoderLinear {
    return linear(encoderWidth, encoderWidth)
  }

  function norm(width: number): EncoderNorm {
    return { scale: floats(width), shift: floats(width) }
  }

  function layer(width: number): EncoderLayer {
    return {
      width,
      attentionNorm: norm(width),
      attention: linear(width * 3, width),
      attentionOut: linear(encoderWidth, width),
      residual: width === encoderWidth ? null : linear(encoderWidth, width),
      innerNorm: norm(encoderWidth),
      inner: linear(innerWidth, encoderWidth),
      innerOut: linear(encoderWidth, innerWidth),
    }
  }
}

/** `TextDecoder` is a platform type. */
function decodeUtf8(bytes: Uint8Array): string {
  let encoded = ''
  for (const byte of bytes) encoded += `%${byte.toString(16).padStart(2, '0')}`
  return decodeURIComponent(encoded)
}
