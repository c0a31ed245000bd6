import type { PictureEdits } from '#domain/picture-edits.ts'

/* /pictures/v1: redacting and cropping the pictures of steps. */

/** POST /pictures/v1/steps/{id}: `expected` is the step's screenshot_url as the author saw it. */
export interface PictureEditsRequest {
  readonly expected: string
  readonly edits: PictureEdits
}

/** The answer to POST and PUT. PUT replaces the picture: a form with `picture`, and a PictureEditsRequest in `change`. */
export interface PictureEditsAnswer {
  /** The edited picture, under a new name; the same name if the edits were already applied. */
  readonly screenshotUrl: string
  readonly width: number | null
  readonly height: number | null
  readonly edits: PictureEdits
  /** How many steps of the workspace show it, including this one. */
  readonly steps: number
}

/** A row of get_picture_edits. */
export interface PictureEditsRow {
  readonly path: string
  readonly edits: unknown
}
