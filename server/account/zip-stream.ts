import { finished } from 'node:stream/promises'
import { createDeflateRaw } from 'node:zlib'

import { Zip, ZipPassThrough } from 'fflate'

export interface ZipEntry {
  readonly name: string
  /** True for formats that are already compressed, such as images. */
  readonly isPacked: boolean
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Streams a zip, holding at most one chunk of one file in memory. */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const { name, isPacked, content } of entries) {
    const file = isPacked ? new StoredFile(name) : new DeflatedFile(name)
    zip.add(file)
    for await (const chunk of content) {
      await file.add(chunk)
      yield* ready.splice(0)
    }
    await file.end()
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

class StoredFile extends ZipPassThrough {
  async add(chunk: Uint8Array): Promise<void> {
    this.push(chunk)
  }

  async end(): Promise<void> {
    this.push(new Uint8Array(0), true)
  }
}

/** Compressed in another thread, so that others are served meanwhile. */
class DeflatedFile extends ZipPassThrough {
  override compression = deflateMethod
  readonly #deflate = createDeflateRaw()

  constructor(name: string) {
    super(name)
    this.#deflate.on('data', (packed: Buffer) => this.ondata(null, new Uint8Array(packed), false))
  }

  async add(chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.length; from += partBytes) await this.#write(chunk.subarray(from, from + partBytes))
  }

  async #write(part: Uint8Array): Promise<void> {
    this.push(part)
    await new Promise<void>((resolve, reject) => {
      this.#deflate.write(part, (error) => (error ? reject(error) : resolve()))
    })
  }

  async end(): Promise<void> {
    this.#deflate.end()
    await finished(this.#deflate)
    this.push(new Uint8Array(0), true)
  }

  /** Ignores what is pushed, which only the size and checksum need: `#deflate` writes the content. */
  protected override process(chunk: Uint8Array<ArrayBuffer>, isFinal: boolean): void {
    if (isFinal) this.ondata(null, chunk, true)
  }
}

const deflateMethod = 8
/** Its checksum takes a millisecond here. */
const partBytes = 64 * 1024
