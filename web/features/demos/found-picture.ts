/** A picture taken from a PDF or a video. */
export interface FoundPicture {
  /** Named after what it shows, if known. */
  readonly file: File
  /** "Page 3", or "1:24". */
  readonly label: string
  /** How much of the source has been read, from 0 to 1. */
  readonly share: number
  /** A sentence about what was left out; called once. */
  readonly note?: string
}

/** Why a source can't be read, as a sentence for the author. */
export class SourceProblem extends Error {}
