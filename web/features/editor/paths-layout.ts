import type { Card } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'
import { demoPaths, type DemoPath } from '#domain/demo-paths.ts'

/* Lays out the map of paths: chapters from left to right, steps downwards, branches side by side. */

export const nodeWidth = 168
export const nodeHeight = 132
const columnPitch = 248
const rowPitch = 164
const margin = 40
/** The height of the chapter names above the columns. */
const headHeight = 48
/** After this many steps, a column wraps into the next. */
const rowsMax = 4

export interface MapNode {
  readonly step: Step
  readonly x: number
  readonly y: number
}

export interface MapEdge extends DemoPath {
  readonly from: MapNode
  readonly to: MapNode
  /** The share of visits; null without figures. */
  readonly share: number | null
}

export interface MapChapter {
  readonly name: string
  readonly x: number
}

export interface PathsMap {
  readonly nodes: readonly MapNode[]
  readonly edges: readonly MapEdge[]
  readonly chapters: readonly MapChapter[]
  readonly width: number
  readonly height: number
}

/** A path and the number of visits that took it. */
export interface VisitPath {
  readonly stepIds: readonly string[]
  readonly visits: number
}

/** Places every step of a demo. Deterministic. */
export function layOutPaths(
  steps: readonly Step[],
  cards: readonly Card[],
  visits: { readonly paths: readonly VisitPath[]; readonly total: number },
): PathsMap {
  const paths = demoPaths(steps, cards)
  const columns = columnsOf(steps, paths)
  const rows = Math.max(1, ...columns.map((column) => column.steps.length))
  const nodes = columns.flatMap(({ steps: stacked }, column) => {
    const top = margin + headHeight + ((rows - stacked.length) * rowPitch) / 2
    return stacked.map((step, row): MapNode => ({ step, x: margin + column * columnPitch, y: top + row * rowPitch }))
  })
  const byId = new Map(nodes.map((node) => [node.step.id, node]))
  const shares = sharesOf(visits)
  const edges = paths.flatMap((path): readonly MapEdge[] => {
    const [from, to] = [byId.get(path.fromId), byId.get(path.toId)]
    if (from === undefined || to === undefined) return []
    return [{ ...path, from, to, share: visits.total === 0 ? null : (shares.get(pairOf(path.fromId, path.toId)) ?? 0) }]
  })
  return {
    nodes,
    edges,
    chapters: columns.flatMap(({ chapter, isChapterStart }, column) =>
      chapter !== null && isChapterStart ? [{ name: chapter, x: column * columnPitch + margin / 2 }] : [],
    ),
    width: margin * 2 + Math.max(0, columns.length - 1) * columnPitch + nodeWidth,
    height: margin * 2 + headHeight + (rows - 1) * rowPitch + nodeHeight,
  }
}

interface Column {
  readonly steps: Step[]
  readonly chapter: string | null
  readonly isChapterStart: boolean
}

/**
 * Without branches, a step is below the previous one; otherwise it is in the column after all steps that lead to it.
 * Links back don't count. A chapter starts a new column.
 */
function columnsOf(steps: readonly Step[], paths: readonly DemoPath[]): readonly Column[] {
  const index = new Map(steps.map(({ id }, at) => [id, at]))
  const forward = paths.filter(({ fromId, toId }) => (index.get(fromId) ?? 0) < (index.get(toId) ?? 0))
  const into = Map.groupBy(forward, ({ toId }) => toId)
  const out = Map.groupBy(forward, ({ fromId }) => fromId)
  const columns: Column[] = []
  const columnOf = new Map<string, number>()
  let chapter: string | null = null
  let chapterStart = 0
  for (const step of steps) {
    const isNewChapter = step.look.chapter !== null
    if (isNewChapter) {
      chapter = step.look.chapter
      chapterStart = columns.length
    }
    const ways = into.get(step.id) ?? []
    const before = ways.length === 1 ? ways[0]?.fromId : undefined
    const above = before === undefined ? undefined : columnOf.get(before)
    const isInRow =
      above !== undefined &&
      !isNewChapter &&
      out.get(before ?? '')?.length === 1 &&
      columns[above]?.steps.at(-1)?.id === before &&
      (columns[above]?.steps.length ?? rowsMax) < rowsMax
    const after = Math.max(-1, ...ways.map(({ fromId }) => columnOf.get(fromId) ?? -1)) + 1
    const at = isInRow ? above : Math.max(chapterStart, after)
    while (columns.length <= at) {
      columns.push({ steps: [], chapter, isChapterStart: isNewChapter && columns.length === chapterStart })
    }
    columns[at]?.steps.push(step)
    columnOf.set(step.id, at)
  }
  return columns
}

/** The share of visits that went from one step to another, by pair of steps. */
function sharesOf({ paths, total }: { readonly paths: readonly VisitPath[]; readonly total: number }) {
  const counts = new Map<string, number>()
  for (const { stepIds, visits } of paths) {
    const pairs = new Set(stepIds.slice(1).map((id, at) => pairOf(stepIds[at] ?? '', id)))
    for (const pair of pairs) counts.set(pair, (counts.get(pair) ?? 0) + visits)
  }
  return new Map([...counts].map(([pair, count]) => [pair, count / total]))
}

function pairOf(from: string, to: string): string {
  return `${from} ${to}`
}

/** A line from one node to another, as an SVG path. */
export function edgeLine({ from, to }: Pick<MapEdge, 'from' | 'to'>): string {
  const isBelow = from.x === to.x && to.y > from.y
  if (isBelow) {
    const x = from.x + nodeWidth / 2
    return `M${x} ${from.y + nodeHeight}L${x} ${to.y}`
  }
  const [startY, endY] = [from.y + nodeHeight / 2, to.y + nodeHeight / 2]
  if (to.x > from.x) {
    const [startX, endX] = [from.x + nodeWidth, to.x]
    const bend = Math.max(40, (endX - startX) / 2)
    return `M${startX} ${startY}C${startX + bend} ${startY} ${endX - bend} ${endY} ${endX} ${endY}`
  }
  // A link back goes around above both.
  const [startX, endX] = [from.x + nodeWidth / 2, to.x + nodeWidth / 2]
  const top = Math.min(from.y, to.y) - 36
  return `M${startX} ${from.y}C${startX} ${top} ${endX} ${top} ${endX} ${to.y}`
}

/** The nearest node in a direction; undefined at the edge. */
export function neighbourOf(nodes: readonly MapNode[], from: MapNode, key: string): MapNode | undefined {
  const direction = directions[key]
  if (direction === undefined) return undefined
  const [right, down] = direction
  const ahead = nodes.filter((node) => (node.x - from.x) * right + (node.y - from.y) * down > 0)
  const distance = (node: MapNode) => {
    const [dx, dy] = [Math.abs(node.x - from.x), Math.abs(node.y - from.y)]
    return right === 0 ? dy + dx * 3 : dx + dy * 3
  }
  return ahead.toSorted((a, b) => distance(a) - distance(b))[0]
}

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
