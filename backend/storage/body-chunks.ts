import { piecesLimit } from '#backend/http/read-body.ts'

/** The sender disconnected or stalled before the end of the body. */
export class BodyBroken extends Error {
  override readonly name = 'BodyBroken'
}

/**
 * Yields a body's chunks as they arrive. Throws BodyBroken when the sender disconnects, sends nothing for `silenceMs`
 * or only a few bytes at a time; cancels the body when the reader stops.
 */
export async function* bodyChunks(
  body: AsyncIterable<Uint8Array> | null,
  silenceMs: number,
): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const chunks = body[Symbol.asyncIterator]()
  const mayRead = piecesLimit()
  let isDone = false
  try {
    while (!isDone) {
      const next = await nextBefore(chunks, silenceMs)
      if (next.done === true) {
        isDone = true
      } else if (!mayRead(next.value.byteLength)) {
        throw new BodyBroken('The body comes in too many pieces')
      } else if (next.value.byteLength > 0) {
        yield next.value
      }
    }
  } finally {
    if (!isDone) void Promise.resolve(chunks.return?.()).catch(() => undefined)
  }
}

async function nextBefore<T>(chunks: AsyncIterator<T>, ms: number): Promise<IteratorResult<T>> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BodyBroken('The sender stopped sending')), ms)
  })
  try {
    return await Promise.race([chunks.next(), silence])
  } catch (cause) {
    throw cause instanceof BodyBroken ? cause : new BodyBroken('The sender disconnected', { cause })
  } finally {
    clearTimeout(timer)
  }
}
