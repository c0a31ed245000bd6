import type { PictureEdits } from '#domain/picture-edits.ts'

/*
 * Recapturing: the recording is imported as a separate demo, its pictures get the redactions of the steps that they
 * replace (/pictures/v1), then rpc/recapture_steps puts them into the demo in one transaction and deletes the other one.
 */

/** `p_change` of recapture_steps. */
export interface RecaptureChange {
  readonly replaced: readonly ReplacedStep[]
  readonly added: readonly AddedStep[]
  /** All steps afterwards, in order. Steps of the demo that are missing here are deleted; Undo restores them. */
  readonly order: readonly string[]
}

/** A step whose picture is replaced. Fields missing here keep the author's values. */
export interface ReplacedStep {
  readonly id: string
  /** A step of the recording's demo. */
  readonly from: string
  /** The current screenshot_url of `id`, and below that of `from`; any other value is a conflict. */
  readonly expected: string
  readonly picture: string
  readonly title?: string
  readonly description?: string
}

export interface AddedStep {
  readonly id: string
  readonly from: string
}

/** The edits for a step's new picture: those of its old picture, plus those that the new one already has. */
export function carriedEdits(step: PictureEdits, fresh: PictureEdits): PictureEdits {
  const own = fresh.areas.filter((area) => !step.areas.some(({ id }) => id === area.id))
  return { areas: [...step.areas, ...own], crop: step.crop ?? fresh.crop }
}
