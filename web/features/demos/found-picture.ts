/** A picture taken from a PDF or a video. */
export interface FoundPicture {
  /** Its name says what the page or moment shows, if that is known. */
  readonly file: File
  /** "Page 3", or "1:24". */
  readonly label: string
  /** How much of the source has been read, from 0 to 1. */
  readonly share: number
  /** A sentence about what was left out; said once. */
  readonly note?: string
}

/** Why a source can't be read, as a sentence for people. */
export class SourceProblem extends Error {}
