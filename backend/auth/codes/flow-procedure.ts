import type { Context } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import { DatabaseError } from '#backend/database/database.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { isMailProof } from '#backend/auth/address-rules.ts'
import { AuthError, flowStateNotFound, sentTooSoon } from '#backend/auth/auth-errors.ts'
import { postAccountReset } from '#backend/auth/accounts/post-account-reset.ts'
import { newRefreshToken, timestamp } from '#backend/auth/sessions/sessions.ts'
import { isObject } from '#domain/is-object.ts'

/** The answer of a procedure in embedded/4x-auth-….sql; `outcome` determines the other fields. */
export type FlowAnswer = Readonly<Record<string, unknown>> & { readonly outcome: string }

/** Calls a procedure that takes one object; adds the clock, the caller's address and a new refresh token. */
export type CallFlow = (
  context: Pick<Context<AppEnv>, 'req' | 'env'>,
  procedure: FlowProcedure,
  input: Readonly<Record<string, unknown>>,
) => Promise<FlowAnswer>

export type FlowProcedure = (typeof flowProcedures)[number]

export function createCallFlow(services: Services): CallFlow {
  const addressOf = createClientAddress(services.config.trustedProxies)
  return async (context, procedure, input) => {
    const full = {
      now: timestamp(services.now()),
      ip: addressOf(context),
      user_agent: withoutNul(context.req.header('user-agent')),
      refresh_token: newRefreshToken(),
      is_mail_proof: isMailProof(services),
      ...input,
    }
    try {
      const [result] = await services.database.transaction('system', [
        { text: texts[procedure], values: [JSON.stringify(full)] },
      ])
      const answer = toAnswer(result?.rows[0]?.['answer'], isAboutPhone(input) ? 'sms' : 'email')
      if (typeof answer['reset_email'] === 'string') await postAccountReset(services, answer['reset_email'])
      return answer
    } catch (error) {
      throw toRefusal(error)
    }
  }
}

const flowProcedures = [
  'begin_sign_up',
  'sign_up_anonymously',
  'request_otp',
  'request_recovery',
  'resend',
  'request_reauthentication',
  'verify',
  'exchange_auth_code',
  'change_user',
  'prepare_link',
  'admin_save_user',
  'admin_delete_user',
  'enrol_factor',
  'find_factor',
  'challenge_factor',
  'verify_factor',
  'unenrol_factor',
  'replace_recovery_codes',
  'use_recovery_code',
  'begin_provider_flow',
  'take_provider_flow',
  'finish_provider_flow',
  'sign_in_with_identity',
  'unlink_identity',
  'find_sso_provider',
  'save_sso_provider',
  'begin_saml',
  'find_saml',
  'finish_saml',
] as const

const texts = Object.fromEntries(
  flowProcedures.map((name) => [name, `select auth.${name}($1::jsonb) as answer`]),
) as Readonly<Record<FlowProcedure, string>>

function isAboutPhone(input: Readonly<Record<string, unknown>>): boolean {
  return input['provider'] === 'phone' || input['type'] === 'sms' || input['type'] === 'phone_change'
}

function toAnswer(value: unknown, by: 'email' | 'sms'): FlowAnswer {
  if (!isObject(value) || typeof value['outcome'] !== 'string') throw new Error('An auth procedure gave no answer')
  const outcome = value['outcome']
  if (outcome === 'too_soon') throw sentTooSoon(Number(value['seconds']), by)
  return { ...value, outcome }
}

/** Procedures raise instead of answering when their work must be rolled back. */
function toRefusal(error: unknown): unknown {
  if (error instanceof AuthError || !(error instanceof DatabaseError)) return error
  if (error.sqlstate === 'US404') return flowStateNotFound()
  if (error.sqlstate === 'US429') return sentTooSoon(Number(error.detail), 'sms')
  return error
}

function withoutNul(text: string | undefined): string | null {
  return text?.replaceAll('\0', '') ?? null
}
