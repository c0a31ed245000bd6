import { createFairQueue } from '#backend/http/fair-queue.ts'

import type { PlayDocument } from './play-document.ts'

/** The demos' pages as they are sent. */
export interface PlayDocuments {
  /**
   * Renders a page, or finds it under its key; null for a page that only one visitor asks for. Rejects with QueueFull
   * when the visitor's network renders too many.
   */
  readonly find: (key: string | null, address: string, render: () => Promise<PlayDocument>) => Promise<PlayDocument>
}

/**
 * A byte-limited LRU cache of documents. Concurrent requests share one render; provisional renders are not cached. A
 * few are rendered at once, and networks take turns: a page of a large demo takes a second and a hundred megabytes.
 */
export function createPlayDocuments(bytesMax: number): PlayDocuments {
  const queue = createFairQueue({ concurrent: 4, waiting: 200, waitingPerKey: 40 })
  /** Least recently used first. */
  const documents = new Map<string, Promise<PlayDocument>>()
  const sizes = new Map<string, number>()
  let total = 0

  const forget = (key: string): void => {
    documents.delete(key)
    total -= sizes.get(key) ?? 0
    sizes.delete(key)
  }

  const findKnown = (key: string): Promise<PlayDocument> | undefined => {
    const known = documents.get(key)
    if (known !== undefined) {
      documents.delete(key)
      documents.set(key, known)
    }
    return known
  }

  const renderKnown = (key: string, render: () => Promise<PlayDocument>): Promise<PlayDocument> => {
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

  return {
    find: (key, address, render) => {
      if (key === null) return queue.run(address, render)
      return findKnown(key) ?? queue.run(address, () => findKnown(key) ?? renderKnown(key, render))
    },
  }
}
