import type { ClickMatch } from './match-clicks.ts'

/* What an author chooses for each step and each new click when steps are recorded again. Pure. */

export type StepChoice =
  | { readonly kind: 'replace'; readonly from: string }
  | { readonly kind: 'keep' }
  | { readonly kind: 'delete' }

export interface RecapturePlan {
  /** By step of the recorded range, in its order. */
  readonly steps: ReadonlyMap<string, StepChoice>
  /** New clicks that become steps of their own. */
  readonly addedIds: ReadonlySet<string>
}

/** Recognised steps are replaced; the others stay, and what is new is left out until the author says otherwise. */
export function firstPlan(
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

/** Another choice for a step. A new click serves once: it leaves the step or place that had it. */
export function withChoice(plan: RecapturePlan, stepId: string, choice: StepChoice): RecapturePlan {
  const taken = choice.kind === 'replace' ? choice.from : null
  const steps = [...plan.steps].map(([id, old]): [string, StepChoice] => {
    if (id === stepId) return [id, choice]
    return [id, old.kind === 'replace' && old.from === taken ? { kind: 'keep' } : old]
  })
  return { steps: new Map(steps), addedIds: new Set([...plan.addedIds].filter((id) => id !== taken)) }
}

/** New clicks that no step uses, in order. */
export function spareIds({ steps }: RecapturePlan, freshIds: readonly string[]): readonly string[] {
  const used = new Set([...steps.values()].flatMap((choice) => (choice.kind === 'replace' ? [choice.from] : [])))
  return freshIds.filter((id) => !used.has(id))
}

/** An entry of the demo's order afterwards: a step, or a new click to be added. */
export type PlannedStep =
  | { readonly kind: 'step'; readonly id: string }
  | { readonly kind: 'added'; readonly from: string }

/**
 * All steps of the demo afterwards. An added click follows the click that it followed when it was recorded; the first
 * ones come before the range.
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
