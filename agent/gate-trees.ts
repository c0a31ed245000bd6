/**
 * A number is a leaf. A tuple is a branch: the feature's index, the threshold, the tree for values up to the threshold,
 * and the tree for values above it.
 */
export type GateTree = number | readonly [number, number, GateTree, GateTree]

export interface GateTrees {
  readonly start: number
  readonly trees: readonly GateTree[]
}

/** The probability that the boosted trees predict for a row of features. */
export function chanceOf({ start, trees }: GateTrees, row: readonly number[]): number {
  let sum = start
  for (const tree of trees) {
    let node = tree
    while (typeof node !== 'number') node = (row[node[0]] ?? 0) <= node[1] ? node[2] : node[3]
    sum += node
  }
  return 1 / (1 + Math.exp(-sum))
}
