import type { Context } from 'hono'
import { Secret } from 'otpauth'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { channelField, phoneField } from '#backend/auth/auth-address.ts'
import { notUuid, userNotFound, validationFailed } from '#backend/auth/auth-errors.ts'
import { readJsonObject, textField } from '#backend/auth/auth-request.ts'
import { siteUrlOf } from '#backend/auth/auth-urls.ts'
import { testOtp, type CodeSender } from '#backend/auth/codes/code-sender.ts'
import { createCallFlow, type FlowAnswer } from '#backend/auth/codes/flow-procedure.ts'
import { tokenResponse } from '#backend/auth/sessions/sessions.ts'
import type { SignedInEnv } from '#backend/auth/sessions/signed-in.ts'
import { isObject } from '#domain/is-object.ts'
import { uuid } from '#domain/uuid.ts'

import { authenticatorStep, authenticatorUri, qrCodeOf } from './authenticator.ts'
import { createFactorGuesses } from './factor-guesses.ts'
import {
  phoneEnrolDisabled,
  phoneVerifyDisabled,
  refuseFactor,
  totpEnrolDisabled,
  totpVerifyDisabled,
  unenrolNeedsFactor,
  webauthnEnrolDisabled,
} from './factor-refusals.ts'

/** POST /factors: enrols an authenticator or phone, which counts once its first code is verified. */
export function enrolFactor(services: Services) {
  const { mfa } = services.config.identity
  const callFlow = createCallFlow(services)
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const { userId, sessionId, user } = context.get('signedIn')
    const body = await readJsonObject(context.req.raw)
    const type = textField(body, 'factor_type')
    const friendlyName = textField(body, 'friendly_name')
    if (type !== 'totp' && type !== 'phone' && type !== 'webauthn') {
      throw validationFailed('factor_type needs to be totp, phone, or webauthn')
    }
    if (friendlyName.length > friendlyNameLengthMax) throw validationFailed('friendly_name is too long')
    const phone = type === 'phone' ? phoneField(body) : ''
    if (type === 'totp' && !mfa.isTotpEnrolEnabled) {
      throw totpEnrolDisabled()
    }
    if (type === 'webauthn') {
      throw webauthnEnrolDisabled()
    }
    if (type === 'phone') {
      if (!mfa.isPhoneEnrolEnabled) {
        throw phoneEnrolDisabled()
      }
      if (phone === '') throw validationFailed('Phone number required to enroll Phone factor')
    }
    const secret = type === 'totp' ? new Secret({ size: 20 }).base32 : null
    const answer = await callFlow(context, 'enrol_factor', {
      user_id: userId,
      session_id: sessionId,
      factor_type: type,
      friendly_name: friendlyName,
      secret,
      phone: phone === '' ? null : phone,
      factors_max: mfa.factorsMax,
      expiry_seconds: mfa.enrolmentExpirySeconds,
    })
    refuseFactor(answer, friendlyName)
    const shown = { id: factorOf(answer)['id'], type, friendly_name: friendlyName }
    if (secret === null) return context.json({ ...shown, phone })
    const issuer = textField(body, 'issuer') || new URL(siteUrlOf(services)).host
    const uri = authenticatorUri(issuer, String(user['email'] || user['phone'] || userId), secret)
    return context.json({ ...shown, totp: { qr_code: await qrCodeOf(uri), secret, uri } })
  }
}

/** POST /factors/{id}/challenge: starts a challenge, and texts the code to a phone. */
export function challengeFactor(services: Services, codeSender: CodeSender) {
  const { mfa } = services.config.identity
  const callFlow = createCallFlow(services)
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const body = await readJsonObject(context.req.raw)
    const channel = channelField(body)
    const found = await findFactor(services, callFlow, context)
    const factor = factorOf(found)
    const phone = typeof factor['phone'] === 'string' ? factor['phone'] : null
    requireVerifyEnabled(services, phone !== null)
    if (phone !== null) await codeSender.checkTexts(context)
    const otp = phone === null ? null : codeSender.newSmsOtp(phone, mfa.phoneOtpLength)
    const answer = await callFlow(context, 'challenge_factor', {
      user_id: context.get('signedIn').userId,
      factor_id: factor['id'],
      // Tells the procedure whether a text message went out, and the wait before the next one.
      provider: phone === null ? 'totp' : 'phone',
      otp,
      interval_seconds: mfa.phoneIntervalSeconds,
      challenge_seconds: mfa.challengeExpirySeconds,
    })
    refuseFactor(answer)
    if (phone !== null && otp !== null) {
      await codeSender.text({ to: phone, otp, channel, about: 'factor', subjectId: String(factor['id']) })
    }
    return context.json({
      id: answer['id'],
      type: factor['factor_type'],
      expires_at: Math.floor(services.now() / 1000) + mfa.challengeExpirySeconds,
    })
  }
}

/** POST /factors/{id}/verify: raises the session to aal2 and ends the account's aal1 sessions. */
export function verifyFactor(services: Services) {
  const { mfa } = services.config.identity
  const callFlow = createCallFlow(services)
  const countGuess = createFactorGuesses(services, 'factor', { burst: attemptsMax, refillSeconds: 15 * 60 })
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const { userId, sessionId } = context.get('signedIn')
    const body = await readJsonObject(context.req.raw)
    const code = textField(body, 'code').trim()
    const challengeId = textField(body, 'challenge_id')
    const found = await findFactor(services, callFlow, context)
    const factor = factorOf(found)
    const phone = typeof factor['phone'] === 'string' ? factor['phone'] : null
    requireVerifyEnabled(services, phone !== null)
    if (!uuid.test(challengeId)) refuseFactor({ outcome: 'challenge_not_found' })
    await countGuess(context)
    const answer = await callFlow(context, 'verify_factor', {
      user_id: userId,
      session_id: sessionId,
      factor_id: factor['id'],
      challenge_id: challengeId,
      code,
      step: phone === null ? authenticatorStep(String(found['secret']), code, services.now()) : null,
      is_test_otp: phone !== null && testOtp(services, phone) === code,
      challenge_seconds: mfa.challengeExpirySeconds,
    })
    refuseFactor(answer, phone === null ? 'Invalid TOTP code entered' : 'Invalid MFA Phone code entered')
    return tokenResponse(services, context, answer)
  }
}

/** DELETE /factors/{id}: removing a verified factor needs an aal2 session. */
export function unenrolFactor(services: Services) {
  const callFlow = createCallFlow(services)
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const { userId, sessionId } = context.get('signedIn')
    const factorId = factorIdOf(context.req.param('factor'))
    const answer = await callFlow(context, 'unenrol_factor', {
      user_id: userId,
      session_id: sessionId,
      factor_id: factorId,
    })
    if (answer.outcome === 'insufficient_aal') {
      throw unenrolNeedsFactor()
    }
    refuseFactor(answer)
    return context.json({ id: factorId })
  }
}

/** DELETE /admin/users/{id}/factors/{factor}: for users who lost every factor. */
export function adminDeleteFactor(services: Services) {
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const userId = await existingUser(services, context.req.param('id'))
    const answer = await callFlow(context, 'unenrol_factor', {
      user_id: userId,
      factor_id: factorIdOf(context.req.param('factor')),
    })
    refuseFactor(answer)
    return context.json(factorOf(answer))
  }
}

/** GET /admin/users/{id}/factors. */
export function adminListFactors(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const userId = await existingUser(services, context.req.param('id'))
    const [result] = await services.database.transaction('system', [
      {
        text: 'select auth.factor_json(f) as factor from auth.mfa_factors f where f.user_id = $1::uuid order by f.created_at, f.id',
        values: [userId],
      },
    ])
    return context.json(result?.rows.map((row) => row['factor']) ?? [])
  }
}

async function existingUser(services: Services, id = ''): Promise<string> {
  if (!uuid.test(id)) throw notUuid('user_id')
  const [found] = await services.database.transaction('system', [
    { text: 'select 1 from auth.users where id = $1::uuid', values: [id] },
  ])
  if (found?.rows.length !== 1) throw userNotFound()
  return id
}

async function findFactor(
  services: Services,
  callFlow: ReturnType<typeof createCallFlow>,
  context: Context<SignedInEnv>,
): Promise<FlowAnswer> {
  const answer = await callFlow(context, 'find_factor', {
    user_id: context.get('signedIn').userId,
    factor_id: factorIdOf(context.req.param('factor')),
    expiry_seconds: services.config.identity.mfa.enrolmentExpirySeconds,
  })
  refuseFactor(answer)
  return answer
}

function factorIdOf(id = ''): string {
  if (!uuid.test(id)) throw notUuid('factor_id')
  return id
}

function requireVerifyEnabled(services: Services, isPhone: boolean): void {
  const { mfa } = services.config.identity
  if (isPhone && !mfa.isPhoneVerifyEnabled) {
    throw phoneVerifyDisabled()
  }
  if (!isPhone && !mfa.isTotpVerifyEnabled) {
    throw totpVerifyDisabled()
  }
}

function factorOf(answer: FlowAnswer): Readonly<Record<string, unknown>> {
  return isObject(answer['factor']) ? answer['factor'] : {}
}

const attemptsMax = 15
const friendlyNameLengthMax = 200
