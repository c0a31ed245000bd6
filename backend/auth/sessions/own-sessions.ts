import type { Context } from 'hono'

import { uuid } from '#domain/uuid.ts'
import type { Services } from '#backend/services.ts'

import { sessionNotFound } from './session-refusals.ts'
import { callProcedure, timestamp } from './sessions.ts'
import { requireFactor, type SignedInEnv } from './signed-in.ts'

/** GET /sessions: the account's sessions. Not in Supabase Auth. */
export function listOwnSessions(services: Services) {
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const { userId, sessionId } = context.get('signedIn')
    const answer = await callProcedure(services, {
      text: 'select auth.list_sessions($1::uuid, $2::uuid, $3::timestamptz) as answer',
      values: [userId, sessionId, timestamp(services.now())],
    })
    return context.json({ sessions: answer['sessions'] })
  }
}

/** DELETE /sessions/{id}: revokes one of the account's sessions immediately. */
export function revokeOwnSession(services: Services) {
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const id = context.req.param('id') ?? ''
    if (!uuid.test(id)) throw sessionNotFound()
    const { userId, sessionId } = context.get('signedIn')
    if (id.toLowerCase() !== sessionId) requireFactor(context.get('signedIn'))
    const [result] = await services.database.transaction('system', [
      { text: 'select auth.revoke_session($1::uuid, $2::uuid) as answer', values: [userId, id] },
    ])
    const answer = result?.rows[0]?.['answer'] as { readonly outcome?: unknown } | undefined
    if (answer?.outcome !== 'ok') throw sessionNotFound()
    return context.body(null, 204)
  }
}
