import type { PictureEdits } from '#domain/picture-edits.ts'

/* /pictures/v1: redacting and cropping the pictures of steps. */

/** POST /pictures/v1/steps/{id}: `expected` is the step's screenshot_url as the author saw it. */
export interface PictureEditsRequest {
  readonly expected: string
  readonly edits: PictureEdits
}

/** The answer to POST, and to PUT, which replaces the picture by a form's `picture`; its `change` is a PictureEditsRequest. */
export interface PictureEditsAnswer {
  /** The burnt picture, under a new name; the same name when the edits were burnt in already. */
  readonly screenshotUrl: string
  readonly width: number | null
  readonly height: number | null
  readonly edits: PictureEdits
  /** How many steps of the workspace show it, this one included. */
  readonly steps: number
}

/** A row of get_picture_edits. */
export interface PictureEditsRow {
  readonly path: string
  readonly edits: unknown
}
