import { isObject } from './is-object.ts'

/* What the person did in a step. Stored in `demo_steps.look` as `action`; a plain click isn't stored. */

export const actionKinds = [
  'click',
  'double-click',
  'right-click',
  'type',
  'select',
  'drag',
  'hover',
  'scroll',
  'key',
  'file',
  'navigate',
] as const
export type ActionKind = (typeof actionKinds)[number]

/** In percent of the picture. */
export interface PathPoint {
  readonly xPercent: number
  readonly yPercent: number
}

export interface StepAction {
  readonly kind: ActionKind
  /**
   * The text typed, option chosen, key pressed, file name, scroll direction ('up', 'down'), menu name, or address. ''
   * if it was private.
   */
  readonly text: string
  /** The path of a drag, from start to end. */
  readonly path: readonly PathPoint[]
}

export const plainAction: StepAction = { kind: 'click', text: '', path: [] }

export const actionTextMax = 500
export const pathPointsMax = 24

/** Reads a stored or recorded action; null for a plain click or an invalid one. */
export function readStepAction(stored: unknown): StepAction | null {
  if (!isObject(stored)) return null
  const kind = actionKinds.find((known) => known === stored['kind'])
  if (kind === undefined || kind === 'click') return null
  const { text, path } = stored
  return {
    kind,
    text: typeof text === 'string' ? tidyText(text) : '',
    path: kind === 'drag' && Array.isArray(path) ? path.slice(0, pathPointsMax).flatMap(readPoint) : [],
  }
}

/** The stored form: only what isn't empty. */
export function storedStepAction({ kind, text, path }: StepAction): Readonly<Record<string, unknown>> {
  return { kind, ...(text !== '' && { text }), ...(path.length > 0 && { path }) }
}

/** Keeps line breaks, but no other control characters. */
function tidyText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- that is the point
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ').slice(0, actionTextMax)
}

function readPoint(stored: unknown): readonly PathPoint[] {
  if (!isObject(stored)) return []
  const { xPercent: x, yPercent: y } = stored
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) return []
  return [{ xPercent: inside(x), yPercent: inside(y) }]
}

/** Two decimals are less than a pixel. */
function inside(percent: number): number {
  return Math.round(Math.max(0, Math.min(100, percent)) * 100) / 100
}
