/*
 * Weights as text: one character or two for each, # to ~ without the backslash, so that a source file can hold them in
 * quotes.
 */

export interface PackedWeights {
  readonly wordStep: number
  readonly vectorStep: number
  /** One character each: a row of classes per feature, then the biases. */
  readonly words: string
  /** Two characters each, for a finer step: a row of classes per dimension of the encoder's vector. */
  readonly vectors: string
}

export interface Scorer {
  /** One score per class. A vector may be missing. */
  score(features: Iterable<readonly [index: number, value: number]>, vector: ArrayLike<number>): number[]
}

/** A linear classifier of `count` classes. Its vector weights are decoded on first use. */
export function createScorer(packed: PackedWeights, count: number): Scorer {
  const biases = packed.words.length - count
  let decoded: Float64Array | undefined
  const wordWeight = (at: number) => readCode(packed.words, at) * packed.wordStep
  return {
    score(features, vector) {
      const scores = Array.from({ length: count }, (_, each) => wordWeight(biases + each))
      for (const [feature, value] of features) {
        for (let each = 0; each < count; each += 1)
          scores[each] = (scores[each] ?? 0) + value * wordWeight(feature * count + each)
      }
      if (vector.length === 0) return scores
      decoded ??= readPairs(packed.vectors, packed.vectorStep)
      for (let at = 0; at < vector.length; at += 1) {
        const value = vector[at] ?? 0
        for (let each = 0; each < count; each += 1)
          scores[each] = (scores[each] ?? 0) + value * (decoded[at * count + each] ?? 0)
      }
      return scores
    },
  }
}

/** The class with the highest score, and its probability by softmax. */
export function pickLikeliest(scores: readonly number[]): { readonly best: number; readonly probability: number } {
  const highest = Math.max(...scores)
  const total = scores.reduce((sum, score) => sum + Math.exp(score - highest), 0)
  return { best: scores.indexOf(highest), probability: 1 / total }
}

const backslash = 92
const zeroCode = 80
/** Number of characters used. */
const codes = 91
export const largestCode = 45
export const largestPair = largestCode * codes + largestCode

function readCode(written: string, index: number): number {
  const code = written.charCodeAt(index)
  return (code > backslash ? code - 1 : code) - zeroCode
}

function readPairs(written: string, step: number): Float64Array {
  return Float64Array.from(
    { length: written.length / 2 },
    (_, at) => (readCode(written, 2 * at) * codes + readCode(written, 2 * at + 1)) * step,
  )
}

/** Encodes −45 to 45 as a character. */
export function toWeightCode(weight: number): string {
  const code = zeroCode + Math.max(-largestCode, Math.min(largestCode, Math.round(weight)))
  return String.fromCharCode(code >= backslash ? code + 1 : code)
}

/** Encodes a weight up to `largestPair` as two characters. */
export function toWeightPair(weight: number): string {
  const whole = Math.round(weight)
  const high = Math.round(whole / codes)
  return toWeightCode(high) + toWeightCode(whole - high * codes)
}
