import { piecesLimit } from '#backend/http/read-body.ts'
import { isSlowSender } from '#backend/http/slow-sender.ts'

/** The sender disconnected or stalled before the end of the body. */
export class BodyBroken extends Error {
  override readonly name = 'BodyBroken'
}

/**
 * Yields a body's chunks as they arrive. Throws BodyBroken when the sender disconnects, sends nothing for `silenceMs`
 * or only a few bytes at a time, or is slow while others wait; cancels the body when the reader stops.
 */
export async function* bodyChunks(
  body: AsyncIterable<Uint8Array> | null,
  silenceMs: number,
  areOthersWaiting: () => boolean = () => false,
): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const chunks = body[Symbol.asyncIterator]()
  const mayRead = piecesLimit()
  let bytes = 0
  /** Time spent waiting for the sender. */
  let waitedMs = 0
  const isTooSlow = (ms: number): boolean => isSlowSender(bytes, waitedMs + ms) && areOthersWaiting()
  let isDone = false
  try {
    while (!isDone) {
      const startedAt = performance.now()
      const next = await nextBefore(chunks, silenceMs, isTooSlow)
      waitedMs += performance.now() - startedAt
      bytes += next.value?.byteLength ?? 0
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

const lookMs = 1_000

async function nextBefore<T>(
  chunks: AsyncIterator<T>,
  ms: number,
  isTooSlow: (ms: number) => boolean,
): Promise<IteratorResult<T>> {
  let timer: NodeJS.Timeout | undefined
  let watch: NodeJS.Timeout | undefined
  const startedAt = performance.now()
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BodyBroken('The sender stopped sending')), ms)
    watch = setInterval(() => {
      if (isTooSlow(performance.now() - startedAt)) reject(new BodyBroken('The sender is slow while others wait'))
    }, lookMs)
  })
  try {
    return await Promise.race([chunks.next(), silence])
  } catch (cause) {
    throw cause instanceof BodyBroken ? cause : new BodyBroken('The sender disconnected', { cause })
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
  }
}
