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
/** The height of a choice's question, and of each answer below it. */
const questionHeight = 36
export const choiceRowHeight = 28
/** More paths than this share the last row. */
export const choiceRowsMax = 4

/** After this many steps, a column wraps into the next. */
const rowsMax = 4

export interface MapNode {
  readonly step: Step
  readonly x: number
  readonly y: number
}

/** Between a step with several ways on and the steps they lead to. */
export interface MapChoice {
  readonly from: MapNode
  readonly x: number
  readonly y: number
  readonly height: number
  readonly edges: readonly MapEdge[]
}

export interface MapEdge extends DemoPath {
  readonly from: MapNode
  readonly to: MapNode
  /** The row of the choice where the line begins. */
  readonly start: { readonly x: number; readonly y: number } | null
  /** The share of visits; null without figures. */
  readonly share: number | null
}

export interface MapChapter {
  readonly name: string
  readonly x: number
}

export interface PathsMap {
  readonly nodes: readonly MapNode[]
  readonly choices: readonly MapChoice[]
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
  const branching = branchingSteps(paths)
  const columns = columnsOf(steps, paths, branching)
  const rows = Math.max(1, ...columns.map((column) => column.entries.length))
  const places = columns.flatMap(({ entries }, column) => {
    const top = margin + headHeight + ((rows - entries.length) * rowPitch) / 2
    return entries.map((entry, row) => ({ ...entry, x: margin + column * columnPitch, y: top + row * rowPitch }))
  })
  const nodes = places.filter(({ isChoice }) => !isChoice).map(({ step, x, y }): MapNode => ({ step, x, y }))
  const byId = new Map(nodes.map((node) => [node.step.id, node]))
  const shares = sharesOf(visits)
  const edgesOf = (stepId: string, startOf: (row: number) => MapEdge['start']) =>
    paths
      .filter(({ fromId }) => fromId === stepId)
      .flatMap((path, row): readonly MapEdge[] => {
        const [from, to] = [byId.get(path.fromId), byId.get(path.toId)]
        if (from === undefined || to === undefined) return []
        const share = visits.total === 0 ? null : (shares.get(pairOf(path.fromId, path.toId)) ?? 0)
        const start = startOf(row)
        return [{ ...path, from, to, share, start: start !== null && to.x > start.x ? start : null }]
      })
  const choices = places.flatMap(({ step, x, y, isChoice }): readonly MapChoice[] => {
    const from = byId.get(step.id)
    if (!isChoice || from === undefined) return []
    const count = Math.min(branching.get(step.id)?.length ?? 0, choiceRowsMax)
    const height = questionHeight + count * choiceRowHeight
    const top = y + (nodeHeight - height) / 2
    const startOf = (row: number) => ({
      x: x + nodeWidth,
      y: top + questionHeight + (Math.min(row, choiceRowsMax - 1) + 0.5) * choiceRowHeight - 3,
    })
    return [{ from, x, y: top, height, edges: edgesOf(step.id, startOf) }]
  })
  const edges = nodes.flatMap(
    (node) => choices.find(({ from }) => from === node)?.edges ?? edgesOf(node.step.id, () => null),
  )
  return {
    nodes,
    choices,
    edges,
    chapters: columns.flatMap(({ chapter, isChapterStart }, column) =>
      chapter !== null && isChapterStart ? [{ name: chapter, x: column * columnPitch + margin / 2 }] : [],
    ),
    width: margin * 2 + Math.max(0, columns.length - 1) * columnPitch + nodeWidth,
    height: margin * 2 + headHeight + (rows - 1) * rowPitch + nodeHeight,
  }
}

interface Column {
  readonly entries: { readonly step: Step; readonly isChoice: boolean }[]
  readonly chapter: string | null
  readonly isChapterStart: boolean
}

/** The paths of each step that a card leads on from, besides another way. */
function branchingSteps(paths: readonly DemoPath[]): ReadonlyMap<string, readonly DemoPath[]> {
  const out = Map.groupBy(paths, ({ fromId }) => fromId)
  return new Map([...out].filter(([, ways]) => ways.length > 1))
}

/**
 * Without branches, a step is below the previous one; otherwise it is in the column after all steps that lead to it.
 * Links back don't count. A choice has a column of its own. A chapter starts a new column.
 */
function columnsOf(
  steps: readonly Step[],
  paths: readonly DemoPath[],
  branching: ReadonlyMap<string, unknown>,
): readonly Column[] {
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
      columns[above]?.entries.at(-1)?.step.id === before &&
      (columns[above]?.entries.length ?? rowsMax) < rowsMax
    const after = Math.max(
      0,
      ...ways.map(({ fromId }) => (columnOf.get(fromId) ?? -1) + (branching.has(fromId) ? 2 : 1)),
    )
    const at = isInRow ? above : Math.max(chapterStart, after)
    const isBranching = branching.has(step.id)
    while (columns.length <= at + Number(isBranching)) {
      columns.push({ entries: [], chapter, isChapterStart: isNewChapter && columns.length === chapterStart })
    }
    columns[at]?.entries.push({ step, isChoice: false })
    if (isBranching) columns[at + 1]?.entries.push({ step, isChoice: true })
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
export function edgeLine({ from, to, start }: Pick<MapEdge, 'from' | 'to' | 'start'>): string {
  if (start !== null) return curve(start, to)
  const isBelow = from.x === to.x && to.y > from.y
  if (isBelow) {
    const x = from.x + nodeWidth / 2
    return `M${x} ${from.y + nodeHeight}L${x} ${to.y}`
  }
  if (to.x > from.x) return curve({ x: from.x + nodeWidth, y: from.y + nodeHeight / 2 }, to)
  // A link back goes around above both.
  const [startX, endX] = [from.x + nodeWidth / 2, to.x + nodeWidth / 2]
  const top = Math.min(from.y, to.y) - 36
  return `M${startX} ${from.y}C${startX} ${top} ${endX} ${top} ${endX} ${to.y}`
}

/** The line from a step to its choice. */
export function choiceLine({ from, x, y, height }: MapChoice): string {
  return curve({ x: from.x + nodeWidth, y: from.y + nodeHeight / 2 }, { x, y: y + (height - nodeHeight) / 2 })
}

/** A curve to the middle of a node's left side. */
function curve(
  start: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): string {
  const end = { x: to.x, y: to.y + nodeHeight / 2 }
  const bend = Math.max(40, (end.x - start.x) / 2)
  return `M${start.x} ${start.y}C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`
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
