import type { FunnelStep } from './analytics-report.ts'

export function stepName(step: Pick<FunnelStep, 'step_order' | 'title'>): string {
  return step.title === null || step.title === '' ? `Step ${step.step_order}` : `${step.step_order}. ${step.title}`
}

/** The duration of one view. */
export function secondsEach(step: Pick<FunnelStep, 'views' | 'seconds'>): number | null {
  return step.views === 0 ? null : step.seconds / step.views
}
