import type { Context } from 'hono'

import { DatabaseError } from '#backend/database/database.ts'
import type { Services } from '#backend/services.ts'
import { AuthError } from '#backend/auth/auth-errors.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import { requireFactor, type SignedInEnv } from '#backend/auth/sessions/signed-in.ts'

/** DELETE /user/identities/{id}: refuses to remove the account's last way to sign in. */
export function unlinkIdentity(services: Services) {
  const callFlow = createCallFlow(services)
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const identityId = context.req.param('id') ?? ''
    if (!uuid.test(identityId)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
    requireFactor(context.get('signedIn'))
    const answer = await callFlow(context, 'unlink_identity', {
      user_id: context.get('signedIn').userId,
      identity_id: identityId,
    }).catch((error: unknown) => {
      if (error instanceof DatabaseError && error.sqlstate === 'US409') {
        throw new AuthError(
          422,
          'email_conflict_identity_not_deletable',
          'Unable to unlink identity due to email conflict',
        )
      }
      throw error
    })
    if (answer.outcome === 'single_identity_not_deletable') {
      throw new AuthError(422, answer.outcome, 'User must have at least 1 identity after unlinking')
    }
    if (answer.outcome !== 'ok') throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
    return context.json({})
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
