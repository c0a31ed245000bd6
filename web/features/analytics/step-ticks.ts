import type { StepTick } from '../../ui/step-track.tsx'
import type { ListedVisit } from './visits-calls.ts'

/** What a visit did on each of the demo's steps, in order; deleted steps are left out. */
export function stepTicks(
  visit: Pick<ListedVisit, 'steps' | 'talk' | 'outcome' | 'exit_step_id'>,
  stepIds: readonly string[],
): readonly StepTick[] {
  const seen = new Set(visit.steps.flatMap(({ step_id, views }) => (views > 0 ? [step_id] : [])))
  const asked = new Set(visit.talk?.turns.map(({ step_order }) => step_order))
  return stepIds.map((stepId, index) => {
    if (visit.outcome === 'booked' && stepId === visit.exit_step_id) return { stepId, mark: 'booked' }
    if (asked.has(index + 1)) return { stepId, mark: 'asked' }
    return { stepId, mark: seen.has(stepId) ? 'seen' : 'unseen' }
  })
}

/** For assistive technology, "5 of 8 steps, asked on 4". */
export function ticksText(ticks: readonly StepTick[]): string {
  const seen = ticks.filter(({ mark }) => mark !== 'unseen').length
  const asked = ticks.flatMap(({ mark }, index) => (mark === 'asked' ? [index + 1] : []))
  return `${seen} of ${ticks.length} steps${asked.length === 0 ? '' : `, asked on ${asked.join(', ')}`}`
}
