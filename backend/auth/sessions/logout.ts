import type { Context } from 'hono'

import type { Services } from '#backend/services.ts'
import { validationFailed } from '#backend/auth/auth-errors.ts'

import { requireFactor, type SignedInEnv } from './signed-in.ts'

/** POST /logout: ends this session, all sessions or all others. */
export function logout(services: Services) {
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const scope = context.req.query('scope') || 'global'
    if (!['global', 'local', 'others'].includes(scope)) throw validationFailed(`Unsupported logout scope "${scope}"`)
    if (scope === 'others') requireFactor(context.get('signedIn'))
    const { userId, sessionId } = context.get('signedIn')
    await services.database.transaction('system', [
      { text: 'select auth.sign_out($1::uuid, $2::uuid, $3)', values: [userId, sessionId, scope] },
    ])
    return context.body(null, 204)
  }
}
