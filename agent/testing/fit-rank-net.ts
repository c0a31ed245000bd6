import type { RankLayer, RankNet } from '../rank-net.ts'
import type { RankExample } from './gate-examples.ts'
import { seededRandom } from './seeded-random.ts'

/* Trains the ranking: a softmax over each question's candidates and “no answer”. Deterministic. */

const hiddenUnits = 24
const nothingUnits = 8
const epochs = 30
const questionsPerStep = 160
const rate = 5e-3
const decay = 1e-3
const kept = 0.8

/** Where each part starts in the array of all weights: the linear part, the candidate layer, the “no answer” layer. */
interface Shape {
  readonly width: number
  readonly formWidth: number
  readonly candidateAt: number
  readonly nothingAt: number
  readonly size: number
}

export function fitRankNet(examples: readonly RankExample[], seed = 1): RankNet {
  const width = examples[0]?.candidates[0]?.row.length ?? 0
  const formWidth = examples[0]?.form.length ?? 0
  const candidateAt = width
  const nothingAt = candidateAt + hiddenUnits * (width + 2) + 1
  const size = nothingAt + nothingUnits * (formWidth + 2) + 1
  const shape: Shape = { width, formWidth, candidateAt, nothingAt, size }
  const random = seededRandom(seed)
  const weights = new Float64Array(size)
  startLayer(weights, candidateAt, hiddenUnits, width, random)
  startLayer(weights, nothingAt, nothingUnits, formWidth, random)
  const gradient = new Float64Array(size)
  const means = new Float64Array(size)
  const squares = new Float64Array(size)
  const questions = examples.map(toQuestion)
  const order = questions.map((_, at) => at)
  const steps = epochs * Math.ceil(order.length / questionsPerStep)
  let step = 0
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random)
    for (let from = 0; from < order.length; from += questionsPerStep) {
      gradient.fill(0)
      const batch = order.slice(from, from + questionsPerStep)
      for (const at of batch) addGradient(gradient, weights, shape, questions[at], random)
      step += 1
      const speed = rate * Math.max(0.02, 1 - step / steps)
      moveWeights(weights, gradient, { means, squares, step, speed, count: batch.length })
    }
  }
  return {
    linear: [...weights.subarray(0, width)].map(round),
    candidate: readLayer(weights, candidateAt, hiddenUnits, width),
    nothing: readLayer(weights, nothingAt, nothingUnits, formWidth),
  }
}

function startLayer(weights: Float64Array, at: number, units: number, inputs: number, random: () => number): void {
  const spread = 1 / Math.sqrt(inputs)
  const outAt = at + units * (inputs + 1)
  for (let each = at; each < outAt; each += 1) weights[each] = (random() * 2 - 1) * spread
  for (let each = 0; each < units; each += 1) weights[outAt + each] = (random() * 2 - 1) / Math.sqrt(units)
}

/** AdamW. */
function moveWeights(
  weights: Float64Array,
  gradient: Float64Array,
  {
    means,
    squares,
    step,
    speed,
    count,
  }: {
    readonly means: Float64Array
    readonly squares: Float64Array
    readonly step: number
    readonly speed: number
    readonly count: number
  },
): void {
  const meanShare = 1 - 0.9 ** step
  const squareShare = 1 - 0.999 ** step
  for (let at = 0; at < weights.length; at += 1) {
    const slope = (gradient[at] ?? 0) / count
    const mean = 0.9 * (means[at] ?? 0) + 0.1 * slope
    const square = 0.999 * (squares[at] ?? 0) + 0.001 * slope * slope
    means[at] = mean
    squares[at] = square
    const move = mean / meanShare / (Math.sqrt(square / squareShare) + 1e-8)
    weights[at] = (weights[at] ?? 0) * (1 - speed * decay) - speed * move
  }
}

/** Adds one question's gradient of the cross-entropy between the softmax of all scores and the right candidates. */
function addGradient(
  gradient: Float64Array,
  weights: Float64Array,
  shape: Shape,
  question: Question | undefined,
  random: () => number,
): void {
  if (question === undefined) return
  const { candidateAt, nothingAt } = shape
  const { rows, form, isRight } = question
  const masks = rows.map(() => Float64Array.from({ length: hiddenUnits }, () => (random() < kept ? 1 / kept : 0)))
  const layers = rows.map((row, at) => runLayer(weights, candidateAt, hiddenUnits, row, masks[at]))
  const scores = rows.map((row, at) => {
    let sum = layers[at]?.score ?? 0
    for (let each = 0; each < row.at.length; each += 1)
      sum += (weights[row.at[each] ?? 0] ?? 0) * (row.values[each] ?? 0)
    return sum
  })
  const all = new Float64Array(nothingUnits).fill(1)
  const nothing = runLayer(weights, nothingAt, nothingUnits, form, all)
  const pulls = pullsOf([...scores, nothing.score], isRight)
  for (const [at, row] of rows.entries()) {
    const pull = pulls[at] ?? 0
    if (Math.abs(pull) < 1e-5) continue
    addSparse(gradient, 0, row, pull)
    addLayer(gradient, weights, candidateAt, { inputs: row, pull, ...layers[at] }, masks[at])
  }
  const pull = pulls.at(-1) ?? 0
  addLayer(gradient, weights, nothingAt, { inputs: form, pull, ...nothing }, all)
}

/** For each score, its probability minus its target: the probability among the right ones, or 0. */
function pullsOf(scores: readonly number[], isRight: readonly boolean[]): readonly number[] {
  const top = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - top))
  const all = powers.reduce((sum, power) => sum + power, 0)
  const right = powers.reduce((sum, power, at) => sum + (isRight[at] === true ? power : 0), 0)
  return powers.map((power, at) => power / all - (isRight[at] === true ? power / right : 0))
}

/** A row without its zeros, because most features are zero. */
interface Sparse {
  readonly width: number
  readonly at: Int32Array
  readonly values: Float64Array
}

function toSparse(row: readonly number[]): Sparse {
  const at = Int32Array.from([...row.keys()].filter((each) => row[each] !== 0))
  return { width: row.length, at, values: Float64Array.from(at, (each) => row[each] ?? 0) }
}

interface Question {
  readonly rows: readonly Sparse[]
  readonly form: Sparse
  /** One entry per row, then one for “no answer”. */
  readonly isRight: readonly boolean[]
}

function toQuestion({ candidates, form, isAnswerable }: RankExample): Question {
  return {
    rows: candidates.map(({ row }) => toSparse(row)),
    form: toSparse(form),
    isRight: [...candidates.map((candidate) => candidate.isRight), !isAnswerable],
  }
}

function runLayer(
  weights: Float64Array,
  start: number,
  units: number,
  { width, at, values }: Sparse,
  mask: Float64Array | undefined,
): { readonly active: Float64Array; readonly score: number } {
  const outAt = start + units * (width + 1)
  const active = new Float64Array(units)
  let score = weights[outAt + units] ?? 0
  for (let unit = 0; unit < units; unit += 1) {
    const share = mask?.[unit] ?? 1
    if (share === 0) continue
    const from = start + unit * (width + 1)
    let sum = weights[from + width] ?? 0
    for (let each = 0; each < at.length; each += 1) sum += (weights[from + (at[each] ?? 0)] ?? 0) * (values[each] ?? 0)
    if (sum <= 0) continue
    active[unit] = sum * share
    score += sum * share * (weights[outAt + unit] ?? 0)
  }
  return { active, score }
}

function addLayer(
  gradient: Float64Array,
  weights: Float64Array,
  start: number,
  { inputs, pull, active }: { readonly inputs: Sparse; readonly pull: number; readonly active?: Float64Array },
  mask: Float64Array | undefined,
): void {
  if (active === undefined) return
  const outAt = start + active.length * (inputs.width + 1)
  add(gradient, outAt + active.length, pull)
  for (const [unit, value] of active.entries()) {
    if (value === 0) continue
    add(gradient, outAt + unit, pull * value)
    const slope = pull * (weights[outAt + unit] ?? 0) * (mask?.[unit] ?? 1)
    const from = start + unit * (inputs.width + 1)
    addSparse(gradient, from, inputs, slope)
    add(gradient, from + inputs.width, slope)
  }
}

function addSparse(target: Float64Array, from: number, { at, values }: Sparse, factor: number): void {
  for (let each = 0; each < at.length; each += 1) add(target, from + (at[each] ?? 0), factor * (values[each] ?? 0))
}

function add(target: Float64Array, at: number, value: number): void {
  target[at] = (target[at] ?? 0) + value
}

function readLayer(weights: Float64Array, at: number, units: number, inputs: number): RankLayer {
  const outAt = at + units * (inputs + 1)
  return {
    hidden: Array.from({ length: units }, (_, unit) =>
      [...weights.subarray(at + unit * (inputs + 1), at + (unit + 1) * (inputs + 1))].map(round),
    ),
    out: [...weights.subarray(outAt, outAt + units + 1)].map(round),
  }
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    ;[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0]
  }
}
