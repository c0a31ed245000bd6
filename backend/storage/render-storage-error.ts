import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

import { DatabaseError } from '#backend/database/database.ts'
import { factorMissing, sessionGone } from '#backend/database/caller-claims.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { logFailure } from '#backend/http/log-failure.ts'
import type { Services } from '#backend/services.ts'

import { BodyBroken } from './body-chunks.ts'
import { FileStoreError } from './file-store.ts'
import { offsetUnavailable, isOffsetRequest } from './resumable/tus-headers.ts'
import {
  StorageError,
  alreadyExists,
  factorRequired,
  uploadInterrupted,
  internalError,
  invalidKey,
  quotaExceeded,
  readOnlyKey,
  noSuchBucket,
  refusedByPolicy,
  sessionEnded,
  storageFull,
  unavailable,
} from './storage-errors.ts'

/**
 * Renders an error as Supabase does: HTTP 400 with the real status in the body, except for 5xx. Resumable uploads send
 * the real status, which their protocol needs.
 */
export function renderStorageError(
  services: Services,
  thrown: Error,
  context: Context<AppEnv>,
  { isStatusOwn }: { readonly isStatusOwn: boolean } = { isStatusOwn: false },
): Response {
  const error = toStorageError(thrown, context)
  const isOurs = error.status >= 500
  if (isOurs) logFailure(services.log, thrown, context.get('requestId'), 'A storage request failed')
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  if (error.status === 503) headers.set('retry-after', '1')
  if (error.status === 429) headers.set('retry-after', String(error.retrySeconds ?? 10))
  const body = { statusCode: String(error.status), error: error.error, message: error.message, code: error.code }
  if (isOurs && isOffsetRequest(context.req.method, context.req.path)) {
    return context.newResponse(null, { status: offsetUnavailable, headers })
  }
  // Browsers, media players and caches read these, not the client library.
  const status = isOurs || isStatusOwn || error.status === 416 || error.status === 429 ? error.status : 400
  // Via the context, to keep headers set earlier, such as Content-Range.
  return context.newResponse(JSON.stringify(body), { status: status as ContentfulStatusCode, headers })
}

function toStorageError(thrown: Error, context: Context<AppEnv>): StorageError {
  if (thrown instanceof StorageError) return thrown
  if (thrown instanceof BodyBroken) return uploadInterrupted(thrown)
  if (thrown instanceof FileStoreError) return thrown.problem === 'full' ? storageFull(thrown) : unavailable(thrown)
  if (thrown instanceof DatabaseError) {
    switch (thrown.sqlstate) {
      case sessionGone:
        return sessionEnded(thrown.message)
      case factorMissing:
        return factorRequired(thrown.message)
      case 'US413':
        return quotaExceeded(thrown.message)
      case '25006':
        // For other callers, the database itself is read-only, such as a standby.
        return context.get('caller').isReadOnly === true ? readOnlyKey() : unavailable(thrown)
      case '42501':
        return refusedByPolicy()
      case '23505':
        return alreadyExists()
      case '23503':
        return noSuchBucket()
      // A zero byte or invalid character, which no name can contain.
      case '22021':
        return invalidKey(context.req.path)
    }
    if (thrown.sqlstate.startsWith('53')) return storageFull(thrown)
    if (/^(08|57)/.test(thrown.sqlstate)) return unavailable(thrown)
  }
  return internalError(thrown)
}
