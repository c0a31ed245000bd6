import type { FunnelStep } from './analytics-report.ts'

/** "1 → 2 → 4", by the steps' numbers today; a step that is gone stays on the way as a question mark. */
export function wayText(stepIds: readonly string[], steps: readonly FunnelStep[]): string {
  if (stepIds.length === 0) return 'Opened, saw no step'
  const orders = new Map(steps.map((step) => [step.step_id, step.step_order]))
  return stepIds.map((id) => orders.get(id) ?? '?').join(' → ')
}
