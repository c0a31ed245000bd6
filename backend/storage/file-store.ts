/** Where uploaded files live. Whoever puts a file chooses a key nobody used before, so a file never changes. */
export interface FileStore {
  /** Resolves when the content would survive a power cut; rejects with FileStoreError and leaves nothing behind. */
  put(key: string, content: Uint8Array): Promise<void>
  /** The file, or bytes `start` to `end` of it (both counted from 0, both included); null when there is none. */
  get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  stat(key: string): Promise<FileStat | null>
  /** Makes `to` a file of the same content that outlives `from`; false when there is no such file. */
  copy(from: string, to: string): Promise<boolean>
  /** Removing what is not there is fine. */
  delete(key: string): Promise<void>
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAtMs: number }>
  readonly parts: PartStore
}

/**
 * A large file in the making, put part by part, in any process. Every part but the last has `partBytes`; a part that is
 * put again replaces the one before it.
 */
export interface PartStore {
  /** Answers what the other calls name the unfinished file by, besides its key. */
  begin(key: string): Promise<string>
  /** Resolves when the part would survive a power cut, to what `finish` wants to know about it. Counted from 1. */
  put(key: string, handle: string, number: number, content: Uint8Array): Promise<string>
  /** Makes the parts the file, all at once. Finishing again is fine. */
  finish(key: string, handle: string, tags: readonly string[]): Promise<void>
  /** Forgets the parts. Forgetting what is not there is fine. */
  abandon(key: string, handle: string): Promise<void>
  list(): AsyncIterable<{ readonly key: string; readonly handle: string; readonly startedAtMs: number }>
}

/** S3 takes 10,000 parts, none below 5 MiB but the last; clients are told to send 6 MiB at a time, which is then one part. */
export const partBytes = 6 * 1024 * 1024

export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface FileStat {
  readonly size: number
  readonly modifiedAtMs: number
}

/** `full` can be mended by making room; `unavailable` by trying again. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
  readonly problem: 'full' | 'unavailable'

  constructor(problem: 'full' | 'unavailable', message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}
