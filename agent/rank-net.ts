import type { WordLinks } from './word-links.ts'

/*
 * The ranking: a linear score plus a hidden layer over a candidate's features. “No answer” also gets a score, from the
 * question's form alone. A softmax over all scores gives the probabilities.
 */

export interface RankLayer {
  /** For each hidden unit: a weight per input, then the bias. */
  readonly hidden: readonly (readonly number[])[]
  /** One weight per hidden unit, then the bias. */
  readonly out: readonly number[]
}

/** The learned parts of the ranking. */
export interface Ranking {
  readonly net: RankNet
  readonly links: WordLinks
}

export interface RankNet {
  readonly linear: readonly number[]
  readonly candidate: RankLayer
  readonly nothing: RankLayer
}

export function scoreCandidate(net: RankNet, row: readonly number[]): number {
  return dot(net.linear, row) + readLayer(net.candidate, row)
}

export function scoreNothing(net: RankNet, form: readonly number[]): number {
  return readLayer(net.nothing, form)
}

function readLayer({ hidden, out }: RankLayer, row: readonly number[]): number {
  let sum = out[hidden.length] ?? 0
  for (const [unit, weights] of hidden.entries()) {
    const power = dot(weights, row) + (weights[row.length] ?? 0)
    if (power > 0) sum += power * (out[unit] ?? 0)
  }
  return sum
}

function dot(weights: readonly number[], row: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < row.length; at += 1) sum += (weights[at] ?? 0) * (row[at] ?? 0)
  return sum
}
