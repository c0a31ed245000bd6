import { createFairQueue, QueueFull } from '#backend/http/fair-queue.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'

import type { PlayDocument } from './play-document.ts'
import { largeDemo } from './render-thread.ts'

/** The demos' pages as they are sent. */
export interface PlayDocuments {
  /**
   * Renders a page, or finds it under its key; null for a page that only one visitor asks for. Rejects with QueueFull
   * when the visitor's network renders too many, or too much of large demos.
   */
  readonly find: (
    key: string | null,
    visitor: PlayVisitor,
    render: () => Promise<PlayDocument>,
  ) => Promise<PlayDocument>
}

export interface PlayVisitor {
  readonly address: string
  /** The characters of the demo that the page shows. */
  readonly demoSize: number
}

/**
 * A byte-limited LRU cache of documents. Concurrent requests share one render; provisional renders are not cached. A
 * few are rendered at once, and networks take turns: a page of a large demo takes a hundred megabytes, and half a second
 * of a thread. Only large demos use up a network's limit, and their pages have a queue of their own.
 */
export function createPlayDocuments(bytesMax: number, now: () => number): PlayDocuments {
  const queue = createFairQueue({ concurrent: 4, waiting: 200, waitingPerKey: 40 })
  const largeQueue = createFairQueue({ concurrent: 2, waiting: 200, waitingPerKey: 40 })
  const largeRenders = createNetworkLimit({ burst: 300, refillMs: 60_000, now })
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

  const renderInTurn = ({ address, demoSize }: PlayVisitor, render: () => Promise<PlayDocument>) => {
    if (demoSize < largeDemo) return queue.run(address, render)
    const parts = Math.floor(demoSize / largeDemo)
    if (!largeRenders.take(address, '', parts)) return Promise.reject(new QueueFull(true))
    return largeQueue.run(address, render)
  }

  return {
    find: (key, visitor, render) => {
      if (key === null) return renderInTurn(visitor, render)
      return findKnown(key) ?? renderInTurn(visitor, () => findKnown(key) ?? renderKnown(key, render))
    },
  }
}
