import type { Capture } from '#domain/capture.ts'
import { readFoundSecrets, type FoundSecret, type SecretKind } from '#domain/found-secret.ts'

/** The author's decisions about a recording before it becomes a demo. */
export interface ReviewChoice {
  /** Folded actions to add as steps. */
  readonly addedIds: ReadonlySet<string>
  /** The areas to redact, by capture. */
  readonly areas: ReadonlyMap<string, readonly FoundSecret[]>
  /** Captures whose second picture was chosen. */
  readonly otherIds: ReadonlySet<string>
  /** The author has seen the review. */
  readonly isSeen: boolean
}

export const kindNames = {
  email: 'Email address',
  phone: 'Phone number',
  number: 'Account or card number',
  key: 'Key or password',
  field: 'Private field',
  rule: 'Workspace rule',
} as const satisfies Record<SecretKind, string>

/** Areas that are covered before the upload without asking. */
export function ruleAreas(capture: Capture): readonly FoundSecret[] {
  return readFoundSecrets(capture.secrets).filter(({ kind }) => kind === 'rule')
}

/** Areas that only look private. */
function proposedAreas(capture: Capture): readonly FoundSecret[] {
  return readFoundSecrets(capture.secrets).filter(({ kind }) => kind !== 'rule')
}

/** Redacts everything that was found, and adds no folded actions. */
export function firstChoice(captures: readonly Capture[]): ReviewChoice {
  return {
    addedIds: new Set(),
    areas: new Map(captures.map((capture) => [capture.id, proposedAreas(capture)])),
    otherIds: new Set(),
    isSeen: false,
  }
}

export function chosenCaptures(captures: readonly Capture[], { addedIds, isSeen }: ReviewChoice): readonly Capture[] {
  return (
    captures
      .filter(({ id, isFolded }) => isFolded !== true || addedIds.has(id))
      // The author has seen both pictures.
      .map((capture) => (isSeen && hasTwoPictures(capture) ? { ...capture, frameDelayMs: 0 } : capture))
  )
}

/** Neither picture certainly shows the page at the action. */
export function hasTwoPictures({ otherFrameDelayMs }: Capture): boolean {
  return otherFrameDelayMs !== undefined
}

/**
 * Whether the author must review the recording first. Uncertain pictures alone don't require it: the editor marks their
 * steps.
 */
export function needsReview(captures: readonly Capture[]): boolean {
  return captures.some(
    (capture) => capture.isFolded === true || capture.isPartlySearched === true || proposedAreas(capture).length > 0,
  )
}

/** Whether the review shows it. */
export function isReviewed(capture: Capture): boolean {
  return needsReview([capture]) || hasTwoPictures(capture)
}
