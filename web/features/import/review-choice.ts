import type { Capture } from '#domain/capture.ts'
import { readFoundSecrets, type FoundSecret, type SecretKind } from '#domain/found-secret.ts'

/** What the author decided about a recording before it becomes a demo. */
export interface ReviewChoice {
  /** Folded actions that become steps. */
  readonly addedIds: ReadonlySet<string>
  /** What is redacted, by capture. */
  readonly areas: ReadonlyMap<string, readonly FoundSecret[]>
  /** Captures that show their other picture. */
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

/** Covered before the upload, without asking. */
export function ruleAreas(capture: Capture): readonly FoundSecret[] {
  return readFoundSecrets(capture.secrets).filter(({ kind }) => kind === 'rule')
}

/** What only looks private. */
function proposedAreas(capture: Capture): readonly FoundSecret[] {
  return readFoundSecrets(capture.secrets).filter(({ kind }) => kind !== 'rule')
}

/** Everything that was found is redacted, and nothing folded becomes a step. */
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

/** Which one shows the page at the action isn't certain. */
export function hasTwoPictures({ otherFrameDelayMs }: Capture): boolean {
  return otherFrameDelayMs !== undefined
}

/**
 * Otherwise the recording becomes a demo at once. Uncertain pictures alone don't stop an author: their steps are marked in
 * the editor.
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
