import type { Caller } from '#backend/database/database.ts'
import { DatabaseError } from '#backend/database/database.ts'

import type { RestAnswer } from './rest-answer.ts'
import { toRestError } from './postgres-error.ts'
import { RestError } from './rest-error.ts'

/** The body supabase-js parses into an error, and the header that marks the error as ours. */
export function renderRestError(error: RestError): RestAnswer {
  const { code, details, hint, message } = error
  return {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${code}`,
      ...error.headers,
    },
    body: JSON.stringify({ code, details, hint, message }),
  }
}

/** Null for unexpected errors, whose details stay private. */
export function asRestError(error: unknown, caller: Caller): RestError | null {
  if (error instanceof RestError) {
    return error
  }
  return error instanceof DatabaseError ? toRestError(error, caller) : null
}

export function unexpectedFailure(): RestError {
  return new RestError({ status: 500, code: 'PGRSTX00', message: 'Unexpected failure' })
}
