import type { MatrixKernel, OpenKernel } from './matrix-kernel.ts'
import { createRecentCache } from './recent-cache.ts'
import {
  embeddingWidth,
  encoderWidth,
  innerWidth,
  readEncoderFile,
  type EncoderLayer,
  type EncoderLinear,
  type EncoderNorm,
} from './sentence-encoder-file.ts'
import { splitToPieces } from './sentence-pieces.ts'

/* A small transformer that turns sentences and questions into vectors. */

/** A question's vectors, to compare with those of sentences and of groups. */
export interface QuestionVectors {
  readonly forSentence: Float32Array
  readonly forGroup: Float32Array
  /** The score of “no answer”. */
  readonly nothing: number
}

export interface SentenceVectors {
  readonly vector: Float32Array
  /** Groups average these. */
  readonly pooled: Float32Array
}

export interface SentenceEncoder {
  /** With the question before it, if it's a follow-up. */
  readQuestion(question: string, before?: string): QuestionVectors
  readSentence(title: string, sentence: string): SentenceVectors
  /** The vector that remarks are classified by, scaled to about unit variance. */
  readRemark(remark: string): Float32Array
  readGroup(sentences: readonly SentenceVectors[]): Float32Array
  readonly scale: number
  readonly groupShare: number
}

let source: { readonly read: () => Uint8Array; readonly openKernel: OpenKernel } | null = null
let common: SentenceEncoder | null = null

/** Sets the file's location and the kernel, once per process; both are read on first use. */
export function provideSentenceEncoder(read: () => Uint8Array, openKernel: OpenKernel): void {
  source = { read, openKernel }
}

/** The encoder shared by all indexes; null if none was provided. */
export function commonEncoder(): SentenceEncoder | null {
  if (common === null && source !== null) common = openEncoder(source.read(), source.openKernel)
  return common
}

/** Pieces read of each part of the input; the rest is ignored. */
const piecesMax = { question: 60, before: 30, title: 16, sentence: 64 } as const
const segmentOf = { question: 0, before: 1, title: 2, sentence: 3 } as const
type Part = keyof typeof piecesMax
const tokensMax = 96
/** Scales remark vectors to about unit variance. */
const remarkScale = 0.6
const cachedMax = 2_000
const aloneMax = 20
const headCount = 4
/** Inputs are rounded to 12 bits, so that the sums fit 32. */
const inputMax = 2047

function openEncoder(file: Uint8Array, openKernel: OpenKernel): SentenceEncoder {
  const { pieces, weights, embeddings, segments, layers, heads, nothing, scale, groupShare } = readEncoderFile(file)
  const inputsAt = Math.ceil(weights.length / 16) * 16
  const kernel = openKernel(inputsAt + tokensMax * innerWidth * (2 + 4))
  const stored = new Int8Array(kernel.memory)
  stored.set(weights)
  const apply = createLinear(kernel, inputsAt)
  const signals = timingSignals()
  const questions = createRecentCache<QuestionVectors>(cachedMax)
  const sentences = createRecentCache<SentenceVectors>(cachedMax)
  /** A remark is first classified, then searched. */
  const alone = createRecentCache<Float32Array>(aloneMax)

  /** The mean of the tokens' vectors. */
  function pool(parts: readonly (readonly [Part, string])[]): Float32Array {
    const tokens = parts.flatMap(([part, text]) =>
      splitToPieces(pieces, text.slice(0, piecesMax[part] * pieces.longest))
        .slice(0, piecesMax[part])
        .map((id) => ({ id, part })),
    )
    let states = embed(tokens)
    const count = states.length / embeddingWidth
    for (const layer of layers) states = runLayer(layer, states, count, apply)
    const mean = new Float32Array(encoderWidth)
    for (let at = 0; at < states.length; at += 1) {
      mean[at % encoderWidth] = (mean[at % encoderWidth] ?? 0) + (states[at] ?? 0) / count
    }
    return mean
  }

  function embed(tokens: readonly { readonly id: number; readonly part: Part }[]): Float32Array {
    const states = new Float32Array(Math.min(tokens.length, tokensMax) * embeddingWidth)
    for (const [token, { id, part }] of tokens.slice(0, tokensMax).entries()) {
      const row = embeddings.at + id * embeddingWidth
      // The original model adds the embedding twice.
      const weight = 2 * (embeddings.scales[id] ?? 0)
      for (let at = 0; at < embeddingWidth; at += 1) {
        states[token * embeddingWidth + at] =
          weight * (stored[row + at] ?? 0) +
          (signals[token * embeddingWidth + at] ?? 0) +
          (segments[segmentOf[part] * embeddingWidth + at] ?? 0)
      }
    }
    return states
  }

  const poolAlone = (question: string) => alone.get(question, () => pool([['question', question]]))
  const toUnit = (head: EncoderLinear, pooled: Float32Array) => normalize(apply(head, pooled, 1).map(Math.tanh))

  return {
    scale,
    groupShare,
    readQuestion: (question, before = '') =>
      questions.get(`${question}\n${before}`, () => {
        const pooled =
          before === ''
            ? poolAlone(question)
            : pool([
                ['question', question],
                ['before', before],
              ])
        return {
          forSentence: toUnit(heads.question, pooled),
          forGroup: toUnit(heads.questionForGroup, pooled),
          nothing: dot(nothing.weights, pooled) + nothing.bias,
        }
      }),
    readSentence: (title, sentence) =>
      sentences.get(`${title}\n${sentence}`, () => {
        const pooled = pool([
          ['title', title],
          ['sentence', sentence],
        ])
        return { pooled, vector: toUnit(heads.sentence, pooled) }
      }),
    readRemark: (remark) => poolAlone(remark).map((value) => value * remarkScale),
    readGroup: (members) => {
      const mean = new Float32Array(encoderWidth)
      for (const { pooled } of members) {
        for (let at = 0; at < encoderWidth; at += 1) mean[at] = (mean[at] ?? 0) + (pooled[at] ?? 0) / members.length
      }
      return toUnit(heads.group, mean)
    },
  }
}

type ApplyLinear = (linear: EncoderLinear, states: Float32Array, count: number) => Float32Array

/** Rounds the inputs of each token to 12 bits, and multiplies them in the kernel. */
function createLinear(kernel: MatrixKernel, inputsAt: number): ApplyLinear {
  const sumsAt = inputsAt + tokensMax * innerWidth * 2
  const rounded = new Int16Array(kernel.memory, inputsAt, tokensMax * innerWidth)
  const sums = new Int32Array(kernel.memory, sumsAt, tokensMax * innerWidth)
  return ({ at, rows, inputs, scales, bias }, states, count) => {
    const steps = new Float32Array(count)
    for (let token = 0; token < count; token += 1) {
      const from = token * inputs
      let most = 0
      for (let each = from; each < from + inputs; each += 1) most = Math.max(most, Math.abs(states[each] ?? 0))
      steps[token] = most / inputMax
      const perStep = most === 0 ? 0 : inputMax / most
      for (let each = from; each < from + inputs; each += 1) rounded[each] = Math.round((states[each] ?? 0) * perStep)
    }
    kernel.multiply(at, rows, inputs, inputsAt, Math.ceil(count / 4) * 4, sumsAt)
    const out = new Float32Array(count * rows)
    for (let token = 0; token < count; token += 1) {
      const step = steps[token] ?? 0
      for (let row = 0; row < rows; row += 1) {
        out[token * rows + row] = (sums[token * rows + row] ?? 0) * step * (scales[row] ?? 0) + (bias[row] ?? 0)
      }
    }
    return out
  }
}

function runLayer(layer: EncoderLayer, states: Float32Array, count: number, apply: ApplyLinear): Float32Array {
  const mixed = attend(apply(layer.attention, norm(layer.attentionNorm, states), count), layer.width, count)
  const kept = layer.residual === null ? states : apply(layer.residual, states, count)
  const attended = add(apply(layer.attentionOut, mixed, count), kept)
  const inner = apply(layer.inner, norm(layer.innerNorm, attended), count)
  for (let at = 0; at < inner.length; at += 1) inner[at] = Math.max(0, inner[at] ?? 0)
  return add(apply(layer.innerOut, inner, count), attended)
}

/** `mixed` holds a query, a key and a value for each token. */
function attend(mixed: Float32Array, width: number, count: number): Float32Array {
  const size = width / headCount
  const stride = width * 3
  const out = new Float32Array(count * width)
  const shares = new Float64Array(count)
  for (let head = 0; head < headCount; head += 1) {
    for (let token = 0; token < count; token += 1) {
      const query = token * stride + head * size
      let top = -Infinity
      for (let other = 0; other < count; other += 1) {
        const key = other * stride + width + head * size
        let sum = 0
        for (let at = 0; at < size; at += 1) sum += (mixed[query + at] ?? 0) * (mixed[key + at] ?? 0)
        shares[other] = sum / Math.sqrt(size)
        top = Math.max(top, shares[other] ?? 0)
      }
      let all = 0
      for (let other = 0; other < count; other += 1) {
        shares[other] = Math.exp((shares[other] ?? 0) - top)
        all += shares[other] ?? 0
      }
      const to = token * width + head * size
      for (let other = 0; other < count; other += 1) {
        const share = (shares[other] ?? 0) / all
        const value = other * stride + 2 * width + head * size
        for (let at = 0; at < size; at += 1) out[to + at] = (out[to + at] ?? 0) + share * (mixed[value + at] ?? 0)
      }
    }
  }
  return out
}

function norm({ scale, shift }: EncoderNorm, states: Float32Array): Float32Array {
  const width = scale.length
  const out = new Float32Array(states.length)
  for (let from = 0; from < states.length; from += width) {
    let mean = 0
    for (let at = 0; at < width; at += 1) mean += (states[from + at] ?? 0) / width
    let variance = 0
    for (let at = 0; at < width; at += 1) variance += ((states[from + at] ?? 0) - mean) ** 2 / width
    const factor = 1 / Math.sqrt(variance + 1e-6)
    for (let at = 0; at < width; at += 1) {
      out[from + at] = ((states[from + at] ?? 0) - mean) * factor * (scale[at] ?? 0) + (shift[at] ?? 0)
    }
  }
  return out
}

function add(sum: Float32Array, more: Float32Array): Float32Array {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (more[at] ?? 0)
  return sum
}

export function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0)
  return sum
}

function normalize(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector))
  return vector.map((value) => value / length)
}

/** Sines and cosines of the position. */
function timingSignals(): Float32Array {
  const half = embeddingWidth / 2
  const signals = new Float32Array(tokensMax * embeddingWidth)
  for (let token = 0; token < tokensMax; token += 1) {
    for (let at = 0; at < half; at += 1) {
      const angle = token * Math.exp((-at * Math.log(10_000)) / (half - 1))
      signals[token * embeddingWidth + at] = Math.sin(angle)
      signals[token * embeddingWidth + half + at] = Math.cos(angle)
    }
  }
  return signals
}
