import type { Factor } from '@supabase/supabase-js'

import { loadBackend } from './backend.ts'
import { ask } from './call-backend.ts'
import { fetchAsUser } from './fetch-as-user.ts'
import { submit, type FormOutcome, type Outcome } from './submit.ts'
import { digitsOf } from './code-calls.ts'

/** A second factor that can be used now. */
export type UsableFactor = Pick<Factor, 'id' | 'factor_type' | 'friendly_name'>

/** The account's second factors; only our own server has recovery codes. */
export interface SecondFactors {
  readonly factors: readonly UsableFactor[]
  readonly hasRecoveryCodes: boolean
}

/** Throws when they can't be read. */
export async function loadSecondFactors(): Promise<SecondFactors> {
  const { config } = await loadBackend()
  const { all } = await ask('accountFailed', (client) => client.auth.mfa.listFactors())
  const factors = all.filter(
    ({ status, factor_type }) => status === 'verified' && (factor_type === 'totp' || factor_type === 'phone'),
  )
  return { factors, hasRecoveryCodes: config.signIn.isEmbedded }
}

const notAccepted = 'This code was not accepted.'

/** One code of an authenticator app. */
export function giveTotp(factorId: string, code: string): Promise<FormOutcome> {
  return submit(notAccepted, (client) => client.auth.mfa.challengeAndVerify({ factorId, code: digitsOf(code) }))
}

/** Has a code texted; the id of the challenge is needed to answer it. */
export function askForFactorText(factorId: string): Promise<Outcome<{ readonly id: string }>> {
  return submit('Nothing was sent.', (client) => client.auth.mfa.challenge({ factorId, channel: 'sms' }))
}

export function giveFactorText(factorId: string, challengeId: string, code: string): Promise<FormOutcome> {
  return submit(notAccepted, (client) => client.auth.mfa.verify({ factorId, challengeId, code: digitsOf(code) }))
}

interface RecoveredSession {
  readonly access_token: string
  readonly refresh_token: string
}

/** Redeems a recovery code (docs/auth-providers.md; supabase-js has no call for it). */
export function giveRecoveryCode(recoveryCode: string): Promise<FormOutcome> {
  return submit(notAccepted, async (client) => {
    const { data } = await client.auth.getSession()
    if (data.session === null) return { data: null, error: { message: '', code: 'session_not_found' } }
    const answer = await fetchAsUser<RecoveredSession>('POST', '/auth/v1/factors/recovery-codes/verify', {
      code: recoveryCode,
    })
    return answer.error === null ? client.auth.setSession(answer.data) : answer
  })
}
