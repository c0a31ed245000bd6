/** Stores uploaded files. Keys are never reused, so a file never changes. */
export interface FileStore {
  /** Resolves when the content is durable; rejects with FileStoreError and leaves nothing behind. */
  put(key: string, content: Uint8Array): Promise<void>
  /** The file, or its bytes `start` to `end` (zero-based, inclusive); null when missing. */
  get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  stat(key: string): Promise<FileStat | null>
  /** Copies to `to`, independent of `from`; false when there is no such file. */
  copy(from: string, to: string): Promise<boolean>
  /** Deleting a missing file is fine. */
  delete(key: string): Promise<void>
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAtMs: number }>
  readonly parts: PartStore
}

/**
 * Builds a large file part by part, from any process. Every part but the last has `partBytes`; putting a part again
 * replaces it.
 */
export interface PartStore {
  /** Returns a handle which, with the key, identifies the unfinished file. */
  begin(key: string): Promise<string>
  /** Resolves when the part is durable, with the tag that `finish` needs. Parts count from 1. */
  put(key: string, handle: string, number: number, content: Uint8Array): Promise<string>
  /** Joins the parts into the file atomically; idempotent. */
  finish(key: string, handle: string, tags: readonly string[]): Promise<void>
  /** Deletes the parts; idempotent. */
  abandon(key: string, handle: string): Promise<void>
  list(): AsyncIterable<{ readonly key: string; readonly handle: string; readonly startedAtMs: number }>
}

/** S3 takes 10,000 parts of at least 5 MiB, except the last; clients send 6 MiB chunks, one part each. */
export const partBytes = 6 * 1024 * 1024

export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface FileStat {
  readonly size: number
  readonly modifiedAtMs: number
}

/** `full` needs space; `unavailable` is worth a retry. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
  readonly problem: 'full' | 'unavailable'

  constructor(problem: 'full' | 'unavailable', message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}
