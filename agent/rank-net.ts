import type { WordLinks } from './word-links.ts'

/*
 * The ranking: a linear score and a hidden layer over a candidate's features, and the score of no answer at all, which
 * depends only on the question's form. Their exponentials are in the ratio of the probabilities.
 */

export interface RankLayer {
  /** By hidden unit: a weight per input, then the bias. */
  readonly hidden: readonly (readonly number[])[]
  /** One weight per hidden unit, then the bias. */
  readonly out: readonly number[]
}

/** What was learned for ranking. */
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
