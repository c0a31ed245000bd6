import { randomInt } from 'node:crypto'

import type { Context } from 'hono'

import type { Services } from '#backend/services.ts'
import { readJsonObject, textField } from '#backend/auth/auth-request.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import { tokenResponse } from '#backend/auth/sessions/sessions.ts'
import type { SignedInEnv } from '#backend/auth/sessions/signed-in.ts'

import { createFactorGuesses } from './factor-guesses.ts'
import { recoveryCodesNeedFactor, refuseFactor } from './factor-refusals.ts'

/** POST /factors/recovery-codes: issues ten codes, shown once, and revokes the previous ones. Not in Supabase Auth. */
export function newRecoveryCodes(services: Services) {
  const callFlow = createCallFlow(services)
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const { userId, sessionId } = context.get('signedIn')
    const codes = Array.from({ length: codesPerAccount }, newCode)
    const answer = await callFlow(context, 'replace_recovery_codes', {
      user_id: userId,
      session_id: sessionId,
      codes: codes.map(normalizeCode),
    })
    if (answer.outcome === 'insufficient_aal') {
      throw recoveryCodesNeedFactor()
    }
    return context.json({ codes })
  }
}

/** POST /factors/recovery-codes/verify: redeems a code in place of a lost factor. */
export function useRecoveryCode(services: Services) {
  const callFlow = createCallFlow(services)
  const countGuess = createFactorGuesses(services, 'recovery code', { burst: 10, refillSeconds: 3_600 })
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const { userId, sessionId } = context.get('signedIn')
    const body = await readJsonObject(context.req.raw)
    const code = normalizeCode(textField(body, 'code'))
    await countGuess(context)
    const answer = await callFlow(context, 'use_recovery_code', { user_id: userId, session_id: sessionId, code })
    refuseFactor(answer, 'Invalid recovery code entered')
    return tokenResponse(services, context, answer)
  }
}

/** 50 bits, from 32 letters and digits. */
function newCode(): string {
  const part = (): string => Array.from({ length: 5 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${part()}-${part()}`
}

/** Ignores spaces, dashes and case. */
function normalizeCode(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, '')
}

const alphabet = 'abcdefghjkmnpqrstvwxyz0123456789'
const codesPerAccount = 10
