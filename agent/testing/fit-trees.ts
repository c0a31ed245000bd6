import type { GateTree, GateTrees } from '../gate-trees.ts'
import { seededRandom } from './seeded-random.ts'

/* Gradient-boosted decision trees for binary classification. Deterministic. */

const trees = 120
const depth = 3
const rate = 0.06
/** Minimum examples in a leaf, and regularisation towards zero. */
const leafMin = 60
const leafRidge = 2
const bins = 16
const rowShare = 0.7
const columnShare = 0.5

interface Rows {
  /** For each feature, the bin of every value, and the upper edge of every bin. */
  readonly binned: readonly Uint8Array[]
  readonly edges: readonly (readonly number[])[]
  readonly gradient: Float64Array
  readonly hessian: Float64Array
}

/** Learns the probability of `isRight` from rows of features. */
export function fitTrees(rows: readonly (readonly number[])[], isRight: readonly boolean[]): GateTrees {
  const width = rows[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? 0))
  const edges = columns.map(findEdges)
  const binned = columns.map((column, at) => Uint8Array.from(column, (value) => binOf(value, edges[at] ?? [])))
  const share = isRight.filter(Boolean).length / Math.max(1, isRight.length)
  const start = Math.log(share / (1 - share))
  const scores = new Float64Array(rows.length).fill(start)
  const random = seededRandom(1)
  const grown: GateTree[] = []
  for (let round = 0; round < trees; round += 1) {
    const gradient = new Float64Array(rows.length)
    const hessian = new Float64Array(rows.length)
    for (const [at, score] of scores.entries()) {
      const chance = 1 / (1 + Math.exp(-score))
      gradient[at] = (isRight[at] === true ? 1 : 0) - chance
      hessian[at] = chance * (1 - chance)
    }
    const used = [...rows.keys()].filter(() => random() < rowShare)
    const features = edges.flatMap((edge, at) => (random() < columnShare && edge.length > 0 ? [at] : []))
    const tree = grow({ binned, edges, gradient, hessian }, used, features, depth)
    grown.push(tree)
    for (const [at, row] of rows.entries()) scores[at] = (scores[at] ?? 0) + leafOf(tree, row)
  }
  return { start: round4(start), trees: grown }
}

function leafOf(tree: GateTree, row: readonly number[]): number {
  let node = tree
  while (typeof node !== 'number') node = (row[node[0]] ?? 0) <= node[1] ? node[2] : node[3]
  return node
}

function grow(rows: Rows, used: readonly number[], features: readonly number[], levels: number): GateTree {
  let gradient = 0
  let hessian = 0
  for (const at of used) {
    gradient += rows.gradient[at] ?? 0
    hessian += rows.hessian[at] ?? 0
  }
  const leaf = round4((rate * gradient) / (hessian + leafRidge))
  if (levels === 0 || used.length < 2 * leafMin) return leaf
  const best = findSplit(rows, used, features, gradient, hessian)
  if (best === null) return leaf
  const { feature, bin } = best
  const isLow = (at: number) => (rows.binned[feature]?.[at] ?? 0) <= bin
  const low = used.filter(isLow)
  const high = used.filter((at) => !isLow(at))
  const edge = rows.edges[feature]?.[bin] ?? 0
  return [feature, edge, grow(rows, low, features, levels - 1), grow(rows, high, features, levels - 1)]
}

function findSplit(
  rows: Rows,
  used: readonly number[],
  features: readonly number[],
  gradient: number,
  hessian: number,
): { readonly feature: number; readonly bin: number } | null {
  let best: { readonly feature: number; readonly bin: number } | null = null
  let mostGain = 1e-3
  for (const feature of features) {
    const sums = sumByBin(rows, used, feature)
    const low = { count: 0, gradient: 0, hessian: 0 }
    for (let bin = 0; bin < (rows.edges[feature]?.length ?? 0); bin += 1) {
      low.count += sums.counts[bin] ?? 0
      low.gradient += sums.gradients[bin] ?? 0
      low.hessian += sums.hessians[bin] ?? 0
      if (low.count < leafMin || used.length - low.count < leafMin) continue
      const gain =
        worth(low.gradient, low.hessian) +
        worth(gradient - low.gradient, hessian - low.hessian) -
        worth(gradient, hessian)
      if (gain <= mostGain) continue
      mostGain = gain
      best = { feature, bin }
    }
  }
  return best
}

function worth(gradient: number, hessian: number): number {
  return (gradient * gradient) / (hessian + leafRidge)
}

function sumByBin(rows: Rows, used: readonly number[], feature: number) {
  const counts = new Float64Array(bins + 1)
  const gradients = new Float64Array(bins + 1)
  const hessians = new Float64Array(bins + 1)
  for (const at of used) {
    const bin = rows.binned[feature]?.[at] ?? 0
    counts[bin] = (counts[bin] ?? 0) + 1
    gradients[bin] = (gradients[bin] ?? 0) + (rows.gradient[at] ?? 0)
    hessians[bin] = (hessians[bin] ?? 0) + (rows.hessian[at] ?? 0)
  }
  return { counts, gradients, hessians }
}

/** Upper edges of bins with about equally many values. */
function findEdges(column: readonly number[]): readonly number[] {
  const sorted = column.toSorted((a, b) => a - b)
  const quantiles = Array.from({ length: bins }, (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / (bins + 1))])
  const last = sorted.at(-1) ?? 0
  return [...new Set(quantiles.flatMap((value) => (value === undefined ? [] : [round4(value)])))].filter(
    (value) => value < last,
  )
}

function binOf(value: number, edges: readonly number[]): number {
  const at = edges.findIndex((edge) => value <= edge)
  return at === -1 ? edges.length : at
}

function round4(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
