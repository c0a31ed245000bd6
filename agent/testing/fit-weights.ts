import { rankFeatureNames, type RankFeatures } from '../retrieval-features.ts'
import type { RankExample } from './gate-examples.ts'

/* Deterministic, for the same examples. */

const rankRounds = 400
const rankRidge = 0.006

/** Fits a choice among candidates by gradient descent, regularised towards the initial weights. */
export function fitRanking(examples: readonly RankExample[], start: RankFeatures): RankFeatures {
  const from = Float64Array.from(rankFeatureNames, (name) => start[name])
  const weights = from.slice()
  const questions = examples.map(({ candidates }) =>
    candidates.map(({ features, isRight }) => ({
      row: Float64Array.from(rankFeatureNames, (name) => features[name]),
      isRight,
    })),
  )
  for (let round = 0; round < rankRounds; round += 1) {
    const gradient = new Float64Array(weights.length)
    for (const candidates of questions) addChoice(gradient, candidates, weights, questions.length)
    for (let at = 0; at < weights.length; at += 1) {
      const decay = rankRidge * ((weights[at] ?? 0) - (from[at] ?? 0))
      weights[at] = (weights[at] ?? 0) + 2 * ((gradient[at] ?? 0) - decay)
    }
  }
  return toRecord(rankFeatureNames, weights)
}

/** Moves towards the right candidates and away from likely wrong ones. */
function addChoice(
  gradient: Float64Array,
  candidates: readonly { readonly row: Float64Array; readonly isRight: boolean }[],
  weights: Float64Array,
  count: number,
): void {
  const powers = candidates.map(({ row }) => Math.exp(dot(row, weights)))
  const all = powers.reduce((sum, power) => sum + power, 0)
  const right = powers.reduce((sum, power, at) => sum + (candidates[at]?.isRight === true ? power : 0), 0)
  for (const [at, { row, isRight }] of candidates.entries()) {
    const power = powers[at] ?? 0
    const pull = (isRight ? power / right : 0) - power / all
    if (Math.abs(pull) >= 1e-4) addScaled(gradient, row, pull / count)
  }
}

function dot(row: Float64Array, weights: Float64Array): number {
  let sum = 0
  for (let at = 0; at < row.length; at += 1) sum += (row[at] ?? 0) * (weights[at] ?? 0)
  return sum
}

function addScaled(target: Float64Array, row: Float64Array, factor: number): void {
  for (let at = 0; at < row.length; at += 1) target[at] = (target[at] ?? 0) + (row[at] ?? 0) * factor
}

function toRecord<Name extends string>(names: readonly Name[], weights: Float64Array): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, at) => [name, Math.round((weights[at] ?? 0) * 100) / 100])) as Record<
    Name,
    number
  >
}
