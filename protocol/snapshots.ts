/*
 * A page as HTML beside its step's picture, from the recorder to the player. Its markup refers to other files by hash
 * only, so that one address scheme serves both: snapshots/v1/{snapshot id}/{hash}.
 */

export const snapshotsPath = '/snapshots/v1'

/** SHA-256 of a file in base64url. */
export const fileHash = /^[\w-]{43}$/

/** A page as the recorder keeps it. Untrusted: the server cleans it before it is stored. */
export interface RecordedSnapshot {
  readonly html: string
  /** Size of the page's viewport in CSS pixels, without scroll bars. */
  readonly width: number
  readonly height: number
  /** Width of the whole viewport, as in the picture. */
  readonly pictureWidth: number
  /** Hashes of the files that the markup and the style sheets name. */
  readonly files: readonly string[]
}

/** Body of `POST /snapshots/v1/steps/{id}`. */
export interface SnapshotUpload extends RecordedSnapshot {
  /** The step's picture; refused if the step has another one now. */
  readonly picture: string
}

/** Files to upload before the snapshot can be saved; empty when it has been saved. */
export interface SnapshotAnswer {
  readonly missing: readonly string[]
}

/** Where a page is and how it fits its picture, for the player. */
export interface StepSnapshot {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly pictureWidth: number
}

/** Limits for one page; beyond them a step has only its picture. */
export const snapshotLimits = {
  htmlBytesMax: 1_500_000,
  fileBytesMax: 2 * 1024 * 1024,
  filesMax: 120,
  elementsMax: 20_000,
  /** All files of a page together. */
  bytesMax: 12 * 1024 * 1024,
} as const
