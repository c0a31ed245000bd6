import { messages, type MessageCode } from '#domain/messages.ts'

/**
 * Why a call failed, by what to do next: `unreachable` no answer, `failed` server error, `signed-out` sign in again,
 * `conflict` reload, `missing` not found, `full` no storage left, `refused` change the request.
 */
export type FailureKind = 'unreachable' | 'failed' | 'signed-out' | 'conflict' | 'missing' | 'full' | 'refused'

/** A failed call with the spec's sentence for it; the cause is for the console only. */
export class BackendError extends Error {
  readonly code: MessageCode
  readonly kind: FailureKind

  constructor(code: MessageCode, kind: FailureKind, cause?: unknown) {
    super(messages[code], { cause })
    this.name = 'BackendError'
    this.code = code
    this.kind = kind
  }
}

/** The fields we read of an error from rest, auth, storage or our own routes. */
export interface FailedAnswer {
  readonly message?: string
  readonly code?: string | undefined
  readonly name?: string
  /** HTTP status; storage has the real one in statusCode. */
  readonly status?: number | string | undefined
  readonly statusCode?: number | string | undefined
  /** Our own routes' reason, fit to show. */
  readonly sentence?: string | undefined
}

/** Classifies errors of supabase-js (rest, auth and storage) and our routes. `status` is that of a rest answer. */
export function failureKind(failed: FailedAnswer, status?: number): FailureKind {
  const known = Number(failed.statusCode ?? status ?? failed.status ?? 0)
  if (failed.code === 'PGRST116' || failed.code === '22P02' || known === 404) return 'missing'
  // A session without the second factor has to finish signing in.
  if (failed.code === 'insufficient_aal') return 'signed-out'
  if (failed.name === 'AuthSessionMissingError' || known === 401 || isStaleToken(failed)) return 'signed-out'
  if ([0, 408, 429, 502, 503, 504].includes(known)) return 'unreachable'
  if (known >= 500) return 'failed'
  if (known === 409) return 'conflict'
  // Files over the size limit are also 413.
  if (known === 413 && failed.message?.includes('no room left') === true) return 'full'
  return 'refused'
}

/** What to do, added to the spec's sentence. */
export function failureHint(error: unknown): string | undefined {
  if (!(error instanceof BackendError)) return undefined
  switch (error.kind) {
    case 'unreachable':
      return 'The server can’t be reached right now. Check your connection and try again.'
    case 'failed':
      return 'The server had a problem. Try again in a moment.'
    case 'signed-out':
      return 'Your session has ended. Sign in again to continue.'
    case 'full':
      return 'The workspace is full. Delete demos you no longer need, then try again.'
    default:
      return undefined
  }
}

/** The message code of a failed query, for screens that show the spec's sentence. */
export function failureText(error: unknown, fallback: MessageCode): string {
  return error instanceof BackendError ? error.message : messages[fallback]
}

function isStaleToken(failed: FailedAnswer): boolean {
  return /jwt|exp\b.*claim|token/i.test(failed.message ?? '') && Number(failed.statusCode ?? failed.status) === 403
}
