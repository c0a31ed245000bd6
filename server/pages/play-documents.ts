import type { PlayDocument } from './play-document.ts'

/** A byte-limited LRU cache of documents. Concurrent requests share one render; provisional renders are not cached. */
export function createPlayDocuments(bytesMax: number) {
  /** Least recently used first. */
  const documents = new Map<string, Promise<PlayDocument>>()
  const sizes = new Map<string, number>()
  let total = 0

  const forget = (key: string): void => {
    documents.delete(key)
    total -= sizes.get(key) ?? 0
    sizes.delete(key)
  }

  return (key: string, render: () => Promise<PlayDocument>): Promise<PlayDocument> => {
    const known = documents.get(key)
    if (known !== undefined) {
      documents.delete(key)
      documents.set(key, known)
      return known
    }
    const rendering = render()
    documents.set(key, rendering)
    rendering.then(
      ({ body, isProvisional }) => {
        if (isProvisional) return forget(key)
        sizes.set(key, body.byteLength)
        total += body.byteLength
        for (const oldest of documents.keys()) {
          if (total <= bytesMax) break
          forget(oldest)
        }
      },
      () => forget(key),
    )
    return rendering
  }
}
