import type { Context } from 'hono'

import { DatabaseError } from '#backend/database/database.ts'
import type { Services } from '#backend/services.ts'
import { notUuid } from '#backend/auth/auth-errors.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import { requireFactor, type SignedInEnv } from '#backend/auth/sessions/signed-in.ts'
import { uuid } from '#domain/uuid.ts'

import { emailConflict, identityNotFound, lastIdentity } from './provider-refusals.ts'

/** DELETE /user/identities/{id}: refuses to remove the account's last way to sign in. */
export function unlinkIdentity(services: Services) {
  const callFlow = createCallFlow(services)
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const identityId = context.req.param('id') ?? ''
    if (!uuid.test(identityId)) throw notUuid('identity_id')
    requireFactor(context.get('signedIn'))
    const answer = await callFlow(context, 'unlink_identity', {
      user_id: context.get('signedIn').userId,
      identity_id: identityId,
    }).catch((error: unknown) => {
      if (error instanceof DatabaseError && error.sqlstate === 'US409') {
        throw emailConflict()
      }
      throw error
    })
    if (answer.outcome === 'single_identity_not_deletable') {
      throw lastIdentity()
    }
    if (answer.outcome !== 'ok') throw identityNotFound()
    return context.json({})
  }
}
