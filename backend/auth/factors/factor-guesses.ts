import type { Context } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import type { Services } from '#backend/services.ts'
import { tooManyRequests } from '#backend/auth/auth-errors.ts'
import { createGuessLimit } from '#backend/auth/guess-limit.ts'
import { hasFactorSession } from '#backend/auth/sessions/known-network.ts'
import type { SignedInEnv } from '#backend/auth/sessions/signed-in.ts'

/**
 * Counts an attempt at a second factor, or refuses it. Someone who knows the password can neither try many codes from
 * many networks nor use up the owner's attempts.
 */
export function createFactorGuesses(
  services: Services,
  name: string,
  ofNetwork: { readonly burst: number; readonly refillSeconds: number },
): (context: Context<SignedInEnv>) => Promise<void> {
  const take = createGuessLimit(services, { name, ofNetwork, ofAll: { burst: perDay, refillSeconds: 86_400 } })
  const addressOf = createClientAddress(services.config.trustedProxies)
  return async (context) => {
    const { userId } = context.get('signedIn')
    const address = addressOf(context)
    const isKnown = async (): Promise<boolean> => {
      const [result] = await services.database.transaction('system', [hasFactorSession(userId, address ?? '')])
      return result?.rows[0]?.['is_known'] === true
    }
    if (!(await take({ account: userId, address, isKnown }))) throw tooManyRequests()
  }
}

/** Attempts from all networks; of a million codes, three are valid at a time. */
const perDay = 100
