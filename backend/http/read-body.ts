import { trackBody } from './incomplete-bodies.ts'

interface Watch {
  /** Stops reading; the call rejects with the signal's reason. */
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
}

/**
 * The request's whole body; null once it exceeds `maxBytes`, comes in pieces of a few bytes, or is dropped because
 * newer bodies need the memory (incomplete-bodies.ts). A caller with a `watch` limits such bodies itself.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  watch?: Watch,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > maxBytes) return null
  const reader = request.body?.getReader()
  const cancel = (): void => void reader?.cancel().catch(() => undefined)
  const mayRead = piecesLimit()
  const body = createBodyBuffer(maxBytes, announced)
  const tracked = watch === undefined ? trackBody(cancel) : null
  watch?.signal.addEventListener('abort', cancel)
  try {
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      const { value } = read
      if (!mayRead(value.byteLength) || !body.add(value)) {
        cancel()
        return null
      }
      watch?.onBytes(value.byteLength)
      tracked?.add(value.byteLength)
    }
    if (tracked?.isDropped() === true) return null
  } finally {
    tracked?.release()
    watch?.signal.removeEventListener('abort', cancel)
  }
  watch?.signal.throwIfAborted()
  return body.content()
}

/** Joins the pieces of a body. */
export interface BodyBuffer {
  /** False, adding nothing, if the body would exceed `maxBytes`. */
  readonly add: (piece: Uint8Array) => boolean
  readonly content: () => Uint8Array<ArrayBuffer>
}

/**
 * Copies pieces as they arrive, because keeping each would take a hundred bytes, however small it is. The announced
 * length is allocated once a quarter of it has arrived, which saves copies.
 */
export function createBodyBuffer(maxBytes: number, announced = 0): BodyBuffer {
  let body = new Uint8Array(0)
  let size = 0
  return {
    add: (piece) => {
      const needed = size + piece.byteLength
      if (needed > maxBytes) return false
      if (needed > body.byteLength) {
        const isMostlyHere = needed <= announced && needed * 4 >= announced
        const capacity = isMostlyHere ? announced : Math.max(body.byteLength * 2, needed)
        const larger = new Uint8Array(Math.min(maxBytes, capacity))
        larger.set(body.subarray(0, size))
        body = larger
      }
      body.set(piece, size)
      size = needed
      return true
    },
    content: () => (size === body.byteLength ? body : body.slice(0, size)),
  }
}

/**
 * Whether another piece of a body may be read: no after thousands of tiny ones. HTTP lets a sender cut a megabyte into
 * a million pieces, and reading each takes several microseconds.
 */
export function piecesLimit(): (bytes: number) => boolean {
  let pieces = 0
  let size = 0
  return (bytes) => {
    pieces += 1
    size += bytes
    return pieces <= piecesFree || size >= pieces * pieceBytesMin
  }
}

const piecesFree = 1_024
/** On average; far below a network packet. */
const pieceBytesMin = 64
