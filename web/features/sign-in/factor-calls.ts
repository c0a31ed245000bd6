import type { Factor } from '@supabase/supabase-js'

import { loadBackend } from '../../lib/backend.ts'
import { attempt, type FormOutcome } from '../../lib/sign-in.ts'
import { digitsOf } from './code-calls.ts'

/** A second factor that can be shown now. */
export type UsableFactor = Pick<Factor, 'id' | 'factor_type' | 'friendly_name'>

/** What the account can show as its second step; recovery codes are only our own server's. */
export interface SecondSteps {
  readonly factors: readonly UsableFactor[]
  readonly hasRecoveryCodes: boolean
}

/** Throws when they can't be read. */
export async function loadSecondSteps(): Promise<SecondSteps> {
  const { client, config } = await loadBackend()
  const { data, error } = await client.auth.mfa.listFactors()
  if (error !== null) throw error
  const factors = data.all.filter(
    ({ status, factor_type }) => status === 'verified' && (factor_type === 'totp' || factor_type === 'phone'),
  )
  return { factors, hasRecoveryCodes: config.signIn.isEmbedded }
}

const notAccepted = 'This code was not accepted.'

/** One code of an authenticator app. */
export function giveTotp(factorId: string, code: string): Promise<FormOutcome> {
  return attempt(notAccepted, (client) => client.auth.mfa.challengeAndVerify({ factorId, code: digitsOf(code) }))
}

/** Has a code texted; the id of the challenge is needed to answer it. */
export async function askForFactorText(factorId: string): Promise<{ outcome: FormOutcome; challengeId: string }> {
  let challengeId = ''
  const outcome = await attempt('Nothing was sent.', async (client) => {
    const answer = await client.auth.mfa.challenge({ factorId, channel: 'sms' })
    challengeId = answer.data?.id ?? ''
    return answer
  })
  return { outcome, challengeId }
}

export function giveFactorText(factorId: string, challengeId: string, code: string): Promise<FormOutcome> {
  return attempt(notAccepted, (client) => client.auth.mfa.verify({ factorId, challengeId, code: digitsOf(code) }))
}

interface RecoveryAnswer {
  readonly access_token?: string
  readonly refresh_token?: string
  readonly code?: string
  readonly message?: string
}

/** One recovery code, which is used up by it (docs/auth-providers.md; supabase-js has no call for it). */
export function giveRecoveryCode(recoveryCode: string): Promise<FormOutcome> {
  return attempt(notAccepted, async (client) => {
    const { config } = await loadBackend()
    const { data, error } = await client.auth.getSession()
    if (error !== null || data.session === null) return { error: error ?? { message: '', code: 'session_not_found' } }
    const answer = await fetch(`${config.supabaseUrl}/auth/v1/factors/recovery-codes/verify`, {
      method: 'POST',
      headers: {
        apikey: config.supabaseAnonKey,
        authorization: `Bearer ${data.session.access_token}`,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
      },
      body: JSON.stringify({ code: recoveryCode }),
    })
    const said = (await answer.json()) as RecoveryAnswer
    if (!answer.ok || said.access_token === undefined || said.refresh_token === undefined) {
      return { error: { message: said.message ?? '', code: said.code } }
    }
    return client.auth.setSession({ access_token: said.access_token, refresh_token: said.refresh_token })
  })
}
