import type { Context } from 'hono'

import { DatabaseError } from '#backend/database/database.ts'
import { QueueFull } from '#backend/http/fair-queue.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { logFailure } from '#backend/http/log-failure.ts'
import type { Services } from '#backend/services.ts'

import {
  AuthError,
  databaseUnavailable,
  passwordQueueFull,
  refreshConflict,
  unexpectedFailure,
  validationFailed,
} from './auth-errors.ts'
import { OAuthError } from './providers/oauth-error.ts'

/** Renders an error in the client's API version; clients since 2024 send that header and trust its echo. */
export function renderAuthError(services: Services, thrown: Error, context: Context<AppEnv>): Response {
  if (thrown instanceof OAuthError) {
    context.header('cache-control', 'no-store')
    return context.json({ error: thrown.error, error_description: thrown.message }, 400)
  }
  const error = toAuthError(thrown)
  if (error.status >= 500) {
    logFailure(services.log, thrown, context.get('requestId'), 'An auth request failed')
  }
  const extra = {
    ...(error.weakPasswordReasons !== null && { weak_password: { reasons: error.weakPasswordReasons } }),
    ...(error.status >= 500 && { error_id: context.get('requestId') }),
  }
  const isCurrent = (context.req.header(versionHeader) ?? '') >= currentVersion
  context.header('x-sb-error-code', error.code)
  context.header('cache-control', 'no-store')
  if (error.status === 503) context.header('retry-after', '1')
  if (!isCurrent) {
    return context.json({ code: error.status, error_code: error.code, msg: error.message, ...extra }, error.status)
  }
  context.header(versionHeader, currentVersion)
  return context.json({ code: error.code, message: error.message, ...extra }, error.status)
}

const versionHeader = 'x-supabase-api-version'
const currentVersion = '2024-01-01'

/** Hides the details of unexpected errors. */
export function toAuthError(thrown: Error): AuthError {
  if (thrown instanceof AuthError) return thrown
  if (thrown instanceof DatabaseError) {
    if (thrown.sqlstate === '55P03') {
      return refreshConflict()
    }
    if (thrown.constraint === 'users_metadata_size') return validationFailed('User metadata may hold 64 KB at most')
    if (/^(08|53|57)/.test(thrown.sqlstate)) {
      return databaseUnavailable()
    }
  }
  if (thrown instanceof QueueFull) {
    return passwordQueueFull()
  }
  return unexpectedFailure()
}
