import type { Caller } from '#backend/database/database.ts'
import { DatabaseError } from '#backend/database/database.ts'

import type { RestAnswer } from './rest-answer.ts'
import { toRestError } from './postgres-error.ts'
import { RestError } from './rest-error.ts'

/** The body that supabase-js makes an error object of, and the header that says that it was us who refused. */
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

/** Null for what is our own mistake: the caller is told nothing of it. */
export function asRestError(error: unknown, caller: Caller): RestError | null {
  if (error instanceof RestError) {
    return error
  }
  return error instanceof DatabaseError ? toRestError(error, caller) : null
}

export function unexpectedFailure(): RestError {
  return new RestError({ status: 500, code: 'PGRSTX00', message: 'Unexpected failure' })
}
