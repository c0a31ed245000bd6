import { denseGateTrees } from './dense-gate-weights.ts'
import { chanceOf } from './gate-trees.ts'
import type { Scored, Scoring } from './retrieval-score.ts'

/* Corrects the gate's estimate by the scores of the sentence encoder, which the gate's own trees don't know. */

/** The input of the trees that know both kinds of scores: the gate's own features, then these. */
export function denseRow(
  own: readonly number[],
  scoring: Scoring,
  groupOf: readonly number[],
): readonly number[] | null {
  const { ranked, nothing, dense } = scoring
  const best = ranked[0]
  if (best === undefined || best.dense === null || dense === null) return null
  const group = groupOf[best.item]
  const inGroup = ranked.filter(({ item }) => groupOf[item] === group)
  const others = ranked.filter(({ item }) => groupOf[item] !== group)
  const plainBest = sumOf(inGroup, ({ plain }) => plain)
  const closestOther = mostOf(others, best.dense - loneMargin)
  return [
    ...own,
    best.dense,
    best.dense - closestOther,
    mostOf(inGroup, best.dense) - closestOther,
    dense.nothing,
    best.dense - dense.nothing,
    plainBest - sumOf(others, ({ plain }) => plain),
    plainBest - nothing,
    sumOf(inGroup, ({ score }) => score) - sumOf(others, ({ score }) => score),
    mostOf(ranked, best.dense) - best.dense,
    ranked.reduce((most, { plain }) => Math.max(most, plain), best.plain) - best.plain,
  ]
}

/** Assumed if there is no other group. */
const loneMargin = 5
const loneScore = -9

function mostOf(scored: readonly Scored[], otherwise: number): number {
  return scored.length === 0 ? otherwise : Math.max(...scored.map(({ dense }) => dense ?? 0))
}

/** The score of all together, as a softmax adds them up. */
function sumOf(scored: readonly Scored[], scoreOf: (of: Scored) => number): number {
  if (scored.length === 0) return loneScore
  const scores = scored.map(scoreOf)
  const top = Math.max(...scores)
  return top + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - top), 0))
}

/** Fitted on ten products that neither the encoder nor the ranking was trained on; the bias is 0.2 more cautious. */
const weights = { gate: 0.45, dense: 1.05, bias: -0.25 } as const

/** The gate's estimate, combined with that of the trees that know the encoder's scores. */
export function correctChance(chance: number, row: readonly number[]): number {
  const logit = weights.gate * toLogit(chance) + weights.dense * toLogit(chanceOf(denseGateTrees, row)) + weights.bias
  return 1 / (1 + Math.exp(-logit))
}

function toLogit(chance: number): number {
  const safe = Math.min(1 - 1e-4, Math.max(1e-4, chance))
  return Math.log(safe / (1 - safe))
}
