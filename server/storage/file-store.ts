/** Where uploaded files live. Whoever puts a file chooses a key nobody used before, so a file never changes. */
export interface FileStore {
  /** Resolves when the content would survive a power cut; rejects with FileStoreError and leaves nothing behind. */
  put(key: string, content: Uint8Array): Promise<void>
  /** The file, or bytes `start` to `end` of it (both counted from 0, both included); null when there is none. */
  get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  stat(key: string): Promise<FileStat | null>
  /** Removing what is not there is fine. */
  delete(key: string): Promise<void>
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAtMs: number }>
}

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
