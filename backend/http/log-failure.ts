import type { Logger } from 'pino'

import { QueueFull } from './fair-queue.ts'

/**
 * Logs a failed request as the server's error, unless its sender caused it by closing the connection before the body
 * was complete, or by queueing too many requests.
 */
export function logFailure(
  log: Pick<Logger, 'debug' | 'error'>,
  error: unknown,
  requestId: string,
  what: string,
): void {
  if (error instanceof QueueFull || isHangUp(error)) log.debug({ err: error, requestId }, what)
  else log.error({ err: error, requestId }, what)
}

/** Node's error for an incoming request that breaks off. */
function isHangUp(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
}
