import type { Card } from './card.ts'
import type { Step } from './demo.ts'
import { finishedCard } from './unfinished-card.ts'

/* The paths through a demo: the order of its steps, and the targets of hotspots and cards. */

export interface DemoPath {
  readonly fromId: string
  readonly toId: string
  /** `next`: Next, and a hotspot without its own target. */
  readonly kind: 'next' | 'hotspot' | 'card'
  /** The card that leads there. */
  readonly card: Card | null
}

/** The target of Next and the hotspot at `index`; null at the end. A step can't lead to itself. */
function nextStep(steps: readonly Step[], index: number): Step | null {
  const target = steps.findIndex(({ id }) => id === steps[index]?.targetStepId)
  return steps[target < 0 || target === index ? index + 1 : target] ?? null
}

/** Every transition between steps, in step order. Unfinished cards lead nowhere, because visitors don't see them. */
export function demoPaths(steps: readonly Step[], cards: readonly Card[]): readonly DemoPath[] {
  const known = new Set(steps.map(({ id }) => id))
  const byStep = Map.groupBy(cards, ({ stepId }) => stepId)
  return steps.flatMap(({ id, targetStepId }, index): readonly DemoPath[] => {
    const next = nextStep(steps, index)
    const isOwn = targetStepId !== null && next?.id === targetStepId
    const own: DemoPath | null =
      next === null ? null : { fromId: id, toId: next.id, kind: isOwn ? 'hotspot' : 'next', card: null }
    const led = (byStep.get(id) ?? []).flatMap((card): readonly DemoPath[] =>
      card.targetStepId !== null && card.linkUrl === null && known.has(card.targetStepId) && finishedCard(card) !== null
        ? [{ fromId: id, toId: card.targetStepId, kind: 'card', card }]
        : [],
    )
    return [...(own === null ? [] : [own]), ...led]
  })
}

/** The steps that can't be reached from the first one. */
export function unreachableSteps(steps: readonly Step[], paths: readonly DemoPath[]): readonly Step[] {
  const reached = spread(
    steps.slice(0, 1).map(({ id }) => id),
    Map.groupBy(paths, ({ fromId }) => fromId),
    ({ toId }) => toId,
  )
  return steps.filter(({ id }) => !reached.has(id))
}

/** The steps from which the demo's end can't be reached: their paths are cycles. */
export function endlessSteps(steps: readonly Step[], paths: readonly DemoPath[]): readonly Step[] {
  const leaving = new Set(paths.map(({ fromId }) => fromId))
  const ends = steps.filter(({ id }) => !leaving.has(id)).map(({ id }) => id)
  const ending = spread(
    ends,
    Map.groupBy(paths, ({ toId }) => toId),
    ({ fromId }) => fromId,
  )
  return steps.filter(({ id }) => !ending.has(id))
}

function spread(
  from: readonly string[],
  paths: ReadonlyMap<string, readonly DemoPath[]>,
  follow: (path: DemoPath) => string,
): ReadonlySet<string> {
  const reached = new Set(from)
  // Iterating a Set also visits elements added during the iteration.
  for (const id of reached) for (const path of paths.get(id) ?? []) reached.add(follow(path))
  return reached
}
