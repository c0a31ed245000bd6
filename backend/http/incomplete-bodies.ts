/** A body that is still being received. */
export interface IncompleteBody {
  /** Counts bytes that have arrived. */
  readonly add: (bytes: number) => void
  readonly isDropped: () => boolean
  /** Call it once the body is complete or abandoned. */
  readonly release: () => void
}

/**
 * Limits the total size of incomplete bodies in memory: beyond it, the oldest are dropped. Anybody can open thousands
 * of connections and send all but the last byte of a megabyte on each. A legitimate body is complete before that many
 * newer ones arrive.
 */
export function createIncompleteBodies(bytesMax: number): (drop: () => void) => IncompleteBody {
  const bodies = new Set<{ bytes: number; readonly drop: () => void }>()
  let held = 0

  return (drop) => {
    const body = { bytes: 0, drop }
    bodies.add(body)
    const release = (own: typeof body): void => {
      if (bodies.delete(own)) held -= own.bytes
    }
    return {
      add(bytes) {
        if (!bodies.has(body)) return
        body.bytes += bytes
        held += bytes
        for (const oldest of bodies) {
          if (held <= bytesMax) return
          release(oldest)
          oldest.drop()
        }
      },
      isDropped: () => !bodies.has(body),
      release: () => release(body),
    }
  }
}

/** The limit of this process, for bodies whose route has no limit of its own. */
export const trackBody = createIncompleteBodies(128 * 1024 * 1024)
