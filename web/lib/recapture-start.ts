import { forget, keep, recall } from './json-storage.ts'

/** The steps that a recording will replace, stored in this browser per recording. */
export interface RecaptureTarget {
  readonly demoId: string
  /** First and last step. */
  readonly fromId: string
  readonly toId: string
}

const keyOf = (sessionId: string) => `understudy-recapture-${sessionId}`

export function keepRecaptureTarget(sessionId: string, target: RecaptureTarget): void {
  keep(keyOf(sessionId), target)
}

export function recaptureTarget(sessionId: string): RecaptureTarget | undefined {
  const kept = recall<Partial<RecaptureTarget>>(keyOf(sessionId))
  const { demoId, fromId, toId } = kept ?? {}
  return demoId === undefined || fromId === undefined || toId === undefined ? undefined : { demoId, fromId, toId }
}

export function forgetRecaptureTarget(sessionId: string): void {
  forget(keyOf(sessionId))
}

/** The review page that pairs a recording's steps, imported as a separate demo, with those they replace. */
export function recaptureAddress({ demoId, fromId, toId }: RecaptureTarget, freshId: string): string {
  return `/dashboard/demos/${demoId}/recapture/${freshId}?${new URLSearchParams({ from: fromId, to: toId }).toString()}`
}
