import type { Logger } from 'pino'

/** Logs a failed request as ours, unless its sender hung up before its body was complete: visitors do that. */
export function logFailure(
  log: Pick<Logger, 'debug' | 'error'>,
  error: unknown,
  requestId: string,
  what: string,
): void {
  if (isHangUp(error)) log.debug({ err: error, requestId }, what)
  else log.error({ err: error, requestId }, what)
}

/** Node's error for an incoming request that breaks off. */
function isHangUp(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
}
