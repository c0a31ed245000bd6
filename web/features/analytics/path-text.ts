import type { FunnelStep } from './analytics-report.ts'

/** "1 → 2 → 4" by current step numbers; deleted steps are question marks. */
export function pathText(stepIds: readonly string[], steps: readonly FunnelStep[]): string {
  return textOf(numbersOf(stepIds, steps))
}

/**
 * The same, shortened for reading: the middle of a long run of consecutive steps is left out, "1 → 2 → … → 37 → 12".
 */
export function shortPathText(stepIds: readonly string[], steps: readonly FunnelStep[]): string {
  const stretches: number[][] = []
  for (const number of numbersOf(stepIds, steps)) {
    const last = stretches.at(-1)
    if (last?.at(-1) === number - 1) last.push(number)
    else stretches.push([number])
  }
  return textOf(
    stretches.flatMap((stretch) =>
      stretch.length <= stretchMax ? stretch : [...stretch.slice(0, 2), '…', ...stretch.slice(-1)],
    ),
  )
}

const stretchMax = 6

/** NaN for a deleted step. */
function numbersOf(stepIds: readonly string[], steps: readonly FunnelStep[]): readonly number[] {
  const orders = new Map(steps.map((step) => [step.step_id, step.step_order]))
  return stepIds.map((id) => orders.get(id) ?? Number.NaN)
}

function textOf(path: readonly (number | string)[]): string {
  return path.length === 0 ? 'Opened, no step seen' : path.map((part) => (Number.isNaN(part) ? '?' : part)).join(' → ')
}
