import type { ClickMatch } from './match-clicks.ts'

/* The author's choice for each step and each new click when steps are recorded again. Pure. */

export type StepChoice =
  | { readonly kind: 'replace'; readonly from: string }
  | { readonly kind: 'keep' }
  | { readonly kind: 'delete' }

export interface RecapturePlan {
  /** By step id, in the order of the recorded range. */
  readonly steps: ReadonlyMap<string, StepChoice>
  /** New clicks that become steps of their own. */
  readonly addedIds: ReadonlySet<string>
}

/** Replaces recognised steps, keeps the others, and adds no new clicks. */
export function initialPlan(
  stepIds: readonly string[],
  freshIds: readonly string[],
  matches: readonly ClickMatch[],
): RecapturePlan {
  const fromOf = new Map(matches.map(({ old, fresh }) => [stepIds[old ?? -1], freshIds[fresh ?? -1]]))
  return {
    steps: new Map(
      stepIds.map((id) => {
        const from = fromOf.get(id)
        return [id, from === undefined ? { kind: 'keep' } : { kind: 'replace', from }]
      }),
    ),
    addedIds: new Set(),
  }
}

/**
 * Changes the choice for a step. A new click can be used only once, so it is removed from the step or addition that
 * used it before.
 */
export function withChoice(plan: RecapturePlan, stepId: string, choice: StepChoice): RecapturePlan {
  const taken = choice.kind === 'replace' ? choice.from : null
  const steps = [...plan.steps].map(([id, old]): [string, StepChoice] => {
    if (id === stepId) return [id, choice]
    return [id, old.kind === 'replace' && old.from === taken ? { kind: 'keep' } : old]
  })
  return { steps: new Map(steps), addedIds: new Set([...plan.addedIds].filter((id) => id !== taken)) }
}

/** New clicks that no step uses, in order. */
export function unusedIds({ steps }: RecapturePlan, freshIds: readonly string[]): readonly string[] {
  const used = new Set([...steps.values()].flatMap((choice) => (choice.kind === 'replace' ? [choice.from] : [])))
  return freshIds.filter((id) => !used.has(id))
}

/** An entry of the demo's new order: a step, or a new click to add. */
export type PlannedStep =
  | { readonly kind: 'step'; readonly id: string }
  | { readonly kind: 'added'; readonly from: string }

/**
 * The demo's new order. An added click comes after the click that preceded it in the recording; clicks before the first
 * recognised one come before the range.
 */
export function plannedOrder(
  plan: RecapturePlan,
  demoStepIds: readonly string[],
  freshIds: readonly string[],
): readonly PlannedStep[] {
  const followers = new Map<string | null, string[]>()
  let before: string | null = null
  for (const from of freshIds) {
    const replaced = [...plan.steps].find(([, choice]) => choice.kind === 'replace' && choice.from === from)?.[0]
    if (replaced !== undefined) before = replaced
    else if (plan.addedIds.has(from)) followers.set(before, [...(followers.get(before) ?? []), from])
  }
  const addedAfter = (id: string | null) =>
    (followers.get(id) ?? []).map((from): PlannedStep => ({ kind: 'added', from }))
  const [first] = plan.steps.keys()
  return demoStepIds.flatMap((id): readonly PlannedStep[] => [
    ...(id === first ? addedAfter(null) : []),
    ...(plan.steps.get(id)?.kind === 'delete' ? [] : [{ kind: 'step', id } as const]),
    ...addedAfter(id),
  ])
}
