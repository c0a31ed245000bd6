import type { PostgrestSingleResponse } from '@supabase/supabase-js'

import type { MessageCode } from '#domain/messages.ts'

import { BackendError, failureKind, type FailedAnswer, type FailureKind } from './backend-error.ts'
import { loadClient } from './backend.ts'
import type { DataClient } from './data-client.ts'

/** What supabase-js and `fetchAsUser` resolve to. */
export interface Answer {
  readonly data?: unknown
  readonly error: FailedAnswer | null
  readonly status?: number
}

/** The data of a successful answer. */
export type DataOf<A> = [Extract<A, { error: null }>] extends [never]
  ? A extends { data: infer D }
    ? D
    : undefined
  : Extract<A, { error: null }> extends { data: infer D }
    ? D
    : undefined

export type CallResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly kind: FailureKind; readonly error: FailedAnswer }

/** Makes one call to the backend. A client that can't be loaded is `unreachable`, like a server that doesn't answer. */
export async function callBackend<A extends Answer>(
  call: (client: DataClient) => PromiseLike<A>,
): Promise<CallResult<DataOf<A>>> {
  let client
  try {
    client = await loadClient()
  } catch (error) {
    return { ok: false, kind: 'unreachable', error: error instanceof Error ? error : {} }
  }
  const { data, error, status } = await call(client)
  if (error !== null) return { ok: false, kind: failureKind(error, status), error }
  return { ok: true, value: data as DataOf<A> }
}

/** The data of one call, for queries; throws a BackendError that says `code`. */
export async function ask<A extends Answer>(
  code: MessageCode,
  call: (client: DataClient) => PromiseLike<A>,
): Promise<DataOf<A>> {
  const result = await callBackend(call)
  if (!result.ok) throw new BackendError(code, result.kind, result.error)
  return result.value
}

/** Row-level security skips protected rows without an error; this turns a change of no rows into a refusal. */
export function mustChange<T extends readonly unknown[]>(answer: PostgrestSingleResponse<T>) {
  return answer.error === null && answer.data.length === 0 ? refused : answer
}

/** A change of no rows means that the row isn't as the caller saw it, or is gone. */
export function mustMatch<T extends readonly unknown[]>(answer: PostgrestSingleResponse<T>) {
  return answer.error === null && answer.data.length === 0 ? changedSince : answer
}

const changedSince = { data: null, error: { code: 'PT409', message: '' }, status: 409 } as const
const refused = { data: null, error: { code: '42501', message: '' }, status: 403 } as const

/** The rows of a query with `count: 'exact'`, and their total. */
export function withTotal<T>(answer: PostgrestSingleResponse<T>) {
  return answer.error === null ? { data: { rows: answer.data, total: answer.count ?? 0 }, error: null } : answer
}
