import { isObject } from '#domain/is-object.ts'

/** The state of a presentation, as plain data shared between windows. */
export interface Presentation {
  /** Counts changes: if two states differ, the higher number wins. */
  readonly version: number
  readonly stepId: string
  /** Whether the audience sees only the step. */
  readonly isFullScreen: boolean
  readonly timer: Timer
}

export interface Timer {
  /** Elapsed before the last start. */
  readonly elapsedMs: number
  /** The last start in milliseconds since 1970; null while stopped. */
  readonly since: number | null
}

export const newTimer: Timer = { elapsedMs: 0, since: null }

/** Ties between windows resolve the same way everywhere. */
export function isNewer(theirs: Presentation, ours: Presentation): boolean {
  if (theirs.version !== ours.version) return theirs.version > ours.version
  return JSON.stringify(theirs) > JSON.stringify(ours)
}

export function timerMs({ elapsedMs, since }: Timer, now: number): number {
  return since === null ? elapsedMs : elapsedMs + Math.max(0, now - since)
}

export function startTimer(timer: Timer, now: number): Timer {
  return timer.since === null ? { ...timer, since: now } : timer
}

export function pauseTimer(timer: Timer, now: number): Timer {
  return { elapsedMs: timerMs(timer, now), since: null }
}

/** Resets to zero; a running timer keeps running. */
export function resetTimer({ since }: Timer, now: number): Timer {
  return { elapsedMs: 0, since: since === null ? null : now }
}

/** Minutes and seconds, and hours if any. */
export function timerText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const two = (count: number) => String(count).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`
}

/** Parses a message of another window, possibly of another version. */
export function parsePresentation(value: unknown): Presentation | null {
  const { version, stepId, isFullScreen, timer } = record(value)
  const { elapsedMs, since } = record(timer)
  if (typeof version !== 'number' || typeof stepId !== 'string' || typeof isFullScreen !== 'boolean') return null
  if (typeof elapsedMs !== 'number' || (typeof since !== 'number' && since !== null)) return null
  return { version, stepId, isFullScreen, timer: { elapsedMs, since } }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}
