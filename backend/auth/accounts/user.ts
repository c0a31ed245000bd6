import type { Context } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import { DatabaseError } from '#backend/database/database.ts'
import type { Services } from '#backend/services.ts'
import { channelField, emailField, phoneField } from '#backend/auth/auth-address.ts'
import {
  type AuthError,
  emailExists,
  phoneExists,
  samePassword,
  tooManyRequests,
  unsupportedPhoneProvider,
  validationFailed,
} from '#backend/auth/auth-errors.ts'
import { dataField, readJsonObject, textField } from '#backend/auth/auth-request.ts'
import type { CodeSender } from '#backend/auth/codes/code-sender.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import { readCodeChallenge } from '#backend/auth/providers/flow-state.ts'
import { redirectTarget } from '#backend/auth/codes/redirect-target.ts'
import type { SignedIn, SignedInEnv } from '#backend/auth/sessions/signed-in.ts'
import { createSharedLimit } from '#backend/auth/shared-limit.ts'
import { isObject } from '#domain/is-object.ts'

import {
  appMetadataNeedsAdmin,
  changeNeedsFactor,
  currentPasswordInvalid,
  currentPasswordRequired,
  nonceInvalid,
  reauthenticationNeeded,
  ssoManaged,
} from './account-refusals.ts'
import { checkNewPassword, hashPassword, verifyPassword } from './passwords.ts'
import { emailChangeMails } from './post-email-change.ts'

/** GET /user: the account as stored now, not as the token says. A client may name the audience the token must have. */
export function readUser(context: Context<SignedInEnv>): Response {
  const audience = context.req.header('x-jwt-aud') ?? ''
  if (audience !== '' && audience !== context.get('caller').claims?.['aud']) {
    throw validationFailed("Token audience doesn't match request audience")
  }
  return context.json(context.get('signedIn').user)
}

/** PUT /user: changes password and data at once, and an address once it is confirmed, if the settings require that. */
export function updateUser(services: Services, codeSender: CodeSender) {
  const config = services.config.auth
  const callFlow = createCallFlow(services)
  const checkPassword = createPasswordCheck(services)
  const addressOf = createClientAddress(services.config.trustedProxies)
  const nonces = createSharedLimit(services, { name: 'nonce', burst: noncesMax, refillSeconds: 3_600 })
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const { userId, sessionId, user } = context.get('signedIn')
    const body = await readJsonObject(context.req.raw)
    const email = emailField(body)
    const phone = phoneField(body)
    const password = textField(body, 'password')
    const nonce = textField(body, 'nonce')
    const channel = channelField(body)
    const challenge = readCodeChallenge(body)
    if ((body['app_metadata'] ?? null) !== null) {
      throw appMetadataNeedsAdmin()
    }
    if (phone !== '' && phone !== user['phone'] && !config.isPhoneEnabled) {
      throw unsupportedPhoneProvider()
    }
    if (nonce !== '' && !(await nonces.take(userId))) throw tooManyRequests()
    const queued = <T>(job: () => Promise<T>) => services.passwordQueue.run(addressOf(context) ?? '', job)
    if (password !== '') {
      await queued(() => checkPassword({ userId, sessionId }, password, textField(body, 'current_password')))
    }
    const isMailSent = email !== '' && email !== user['email'] && !config.mail.isAutoconfirmed
    if (isMailSent) await codeSender.checkMails(context, email)
    const isTextSent = phone !== '' && phone !== user['phone'] && !config.sms.isAutoconfirmed
    if (isTextSent) await codeSender.checkTexts(context)

    const otp = codeSender.newMailOtp()
    const otpCurrent = codeSender.newMailOtp()
    const otpPhone = codeSender.newSmsOtp(phone)
    const answer = await callFlow(context, 'change_user', {
      ...challenge,
      user_id: userId,
      session_id: sessionId,
      email: email || null,
      phone: phone || null,
      encrypted_password: password === '' ? null : await queued(() => hashPassword(password)),
      data: dataField(body),
      nonce: nonce || null,
      otp,
      otp_current: otpCurrent,
      otp_phone: otpPhone,
      is_change_secure: config.mail.isChangeSecure,
      is_mail_autoconfirmed: config.mail.isAutoconfirmed,
      is_sms_autoconfirmed: config.sms.isAutoconfirmed,
      is_reauthentication_required: config.password.isReauthenticationRequired,
      mail_expiry_seconds: config.mail.otpExpirySeconds,
      interval_seconds: config.mail.intervalSeconds,
      sms_interval_seconds: config.sms.intervalSeconds,
    }).catch((error: unknown) => {
      // Two accounts raced for one address.
      if (error instanceof DatabaseError && error.sqlstate === '23505') {
        throw error.constraint === 'users_phone_key' ? phoneExists() : emailExists()
      }
      throw error
    })
    if (answer.outcome !== 'ok') throw refusals[answer.outcome]?.() ?? new Error(`Unknown outcome ${answer.outcome}`)

    if (isObject(answer['mail'])) {
      const redirectTo = redirectTarget(services, context)
      const mails = emailChangeMails(answer['mail'], { otp, otpCurrent, redirectTo, user: answer['user'] })
      await Promise.all(mails.map((mail) => codeSender.send(mail)))
    }
    if (isObject(answer['sms'])) {
      await codeSender.text({ to: phone, otp: otpPhone, channel, about: 'phone_change', subjectId: userId })
    }
    return context.json(answer['user'])
  }
}

/** Six digits are only safe while attempts are limited. */
const noncesMax = 10

function createPasswordCheck(services: Services) {
  const { password: rules } = services.config.auth
  return async (
    { userId, sessionId }: Pick<SignedIn, 'userId' | 'sessionId'>,
    password: string,
    currentPassword: string,
  ): Promise<void> => {
    const [found] = await services.database.transaction('system', [
      {
        text: `select encrypted_password, exists (
                 select 1 from auth.mfa_amr_claims where session_id = $2::uuid and authentication_method = any ($3::text[])
               ) as came_by_message
               from auth.users where id = $1::uuid`,
        values: [userId, sessionId, messageMethods],
      },
    ])
    const stored = found?.rows[0]?.['encrypted_password']
    const encrypted = typeof stored === 'string' && stored !== '' ? stored : null
    if (rules.isCurrentRequired && encrypted !== null && found?.rows[0]?.['came_by_message'] !== true) {
      if (currentPassword === '') {
        throw currentPasswordRequired()
      }
      if (!(await verifyPassword(currentPassword, encrypted))) {
        throw currentPasswordInvalid()
      }
    }
    await checkNewPassword(password, rules)
    if (encrypted !== null && (await verifyPassword(password, encrypted))) throw samePassword()
  }
}

/**
 * Sign-in methods of sessions that came from an emailed code or link. Their owner may not know the password,
 * so asking for it would block recovery. As in Supabase Auth, minus `invite`, which there only marks PKCE codes.
 */
const messageMethods = ['otp', 'magiclink', 'recovery', 'invite']

const refusals: Readonly<Record<string, () => AuthError>> = {
  email_exists: emailExists,
  phone_exists: phoneExists,
  user_sso_managed: ssoManaged,
  insufficient_aal: changeNeedsFactor,
  anonymous_password: () =>
    validationFailed('Updating password of an anonymous user without an email or phone is not allowed'),
  reauthentication_needed: reauthenticationNeeded,
  reauthentication_not_valid: nonceInvalid,
}
