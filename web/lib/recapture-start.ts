import { forget, keep, recall } from './json-storage.ts'

/** Which steps a recording shall replace. Kept in this browser, by recording. */
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

/** The page that pairs a recording's steps, imported as a demo of its own, with those it replaces. */
export function recaptureAddress({ demoId, fromId, toId }: RecaptureTarget, freshId: string): string {
  return `/dashboard/demos/${demoId}/recapture/${freshId}?${new URLSearchParams({ from: fromId, to: toId }).toString()}`
}
