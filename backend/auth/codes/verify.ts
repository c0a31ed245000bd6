import type { Context } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import { networkOf } from '#backend/http/network-of.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { emailField, phoneField } from '#backend/auth/auth-address.ts'
import {
  AuthError,
  emailExists,
  flowStateNotFound,
  phoneExists,
  tooManyRequests,
  userBanned,
  validationFailed,
} from '#backend/auth/auth-errors.ts'
import { readJsonObject, textField } from '#backend/auth/auth-request.ts'
import { createGuessLimit } from '#backend/auth/guess-limit.ts'
import { knownNetwork } from '#backend/auth/sessions/known-network.ts'
import { tokenBody, tokenResponse } from '#backend/auth/sessions/sessions.ts'

import { codeExpired, linkExpired } from './code-refusals.ts'
import { testOtp } from './code-sender.ts'
import { errorTarget } from './error-target.ts'
import { createCallFlow, type FlowAnswer } from './flow-procedure.ts'
import { redirectOfBrowser, withFragment, withQuery } from './redirect-target.ts'

/** POST /verify: trades a code or a link's token hash for a session. */
export function verifyCode(services: Services) {
  const verify = createVerify(services)
  const takeGuess = createGuessLimit(services, {
    name: 'code',
    ofNetwork: { burst: 10, refillSeconds: 3_600 },
    ofAll: { burst: 50, refillSeconds: 3_600 },
  })
  const addressOf = createClientAddress(services.config.trustedProxies)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const body = await readJsonObject(context.req.raw)
    const type = textField(body, 'type')
    const code = textField(body, 'token')
    const tokenHash = textField(body, 'token_hash')
    const email = emailField(body)
    const phone = phoneField(body)
    if (type === '') throw validationFailed('Verify requires a verification type')
    if (code === '' && tokenHash === '') throw validationFailed('Verify requires either a token or a token hash')
    if (tokenHash !== '') {
      if (code + email + phone !== '') throw validationFailed('Only the token_hash and type should be provided')
      if (!linkTypes.has(type)) throw validationFailed('Invalid email verification type')
      return answerTo(context, await verify(context, { type, token_hash: tokenHash }), linkExpired)
    }
    if ((email === '') === (phone === '')) {
      throw validationFailed('Only an email address or phone number should be provided on verify')
    }
    if (!(phone === '' ? linkTypes : phoneTypes).has(type)) {
      throw validationFailed(phone === '' ? 'Invalid email verification type' : 'Invalid sms verification type')
    }
    const address = email || phone
    const network = networkOf(addressOf(context) ?? '')
    const isLeft = await takeGuess({
      account: address,
      address: addressOf(context),
      isKnown: () => isKnown(email === '' ? 'phone' : 'email', address, network),
    })
    if (!isLeft) throw tooManyRequests()
    const answer = await verify(context, {
      type,
      address,
      otp: code,
      is_test_otp: phone !== '' && testOtp(services, phone) === code,
    })
    return answerTo(context, answer, codeExpired)
  }

  async function isKnown(column: 'email' | 'phone', address: string, network: string): Promise<boolean> {
    const [result] = await services.database.transaction('system', [knownNetwork(column, address, network)])
    return result?.rows[0]?.['is_known'] === true
  }

  async function answerTo(context: Context<AppEnv>, answer: FlowAnswer, refusal: () => AuthError): Promise<Response> {
    if (answer.outcome === 'single_confirmation') return context.json({ msg: singleConfirmation, code: '200' })
    refuse(answer, refusal)
    return tokenResponse(services, context, answer)
  }
}

/** GET /verify: target of mailed links. Redirects with a session, a code or an error. */
export function verifyLinkTarget(services: Services) {
  const verify = createVerify(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    // Link scanners in mail programs must not use up the token.
    if (context.req.raw.method === 'HEAD') return context.body(null, 200)
    const token = context.req.query('token') ?? ''
    const type = context.req.query('type') ?? ''
    if (token === '') throw validationFailed('Verify requires a token')
    if (type === '') throw validationFailed('Verify requires a verification type')
    const target = redirectOfBrowser(services, context)
    const wantsCode = token.startsWith('pkce_')
    try {
      if (!linkTypes.has(type)) throw validationFailed('Unsupported verification type')
      if (token.includes('\0')) throw linkExpired()
      const answer = await verify(context, { type, token_hash: token, wants_code: wantsCode })
      if (answer.outcome === 'single_confirmation') {
        const fields = new URLSearchParams({ message: singleConfirmation })
        const base = wantsCode ? withQuery(target, fields) : target
        return context.redirect(withFragment(base, new URLSearchParams({ message: singleConfirmation, sb: '' })), 303)
      }
      refuse(answer, linkExpired)
      if (wantsCode) {
        return context.redirect(withQuery(target, new URLSearchParams({ code: String(answer['auth_code']) })), 303)
      }
      const session = await tokenBody(services, answer)
      const fields = new URLSearchParams({
        access_token: session.access_token,
        expires_at: String(session.expires_at),
        expires_in: String(session.expires_in),
        refresh_token: session.refresh_token,
        token_type: session.token_type,
        type,
        sb: '',
      })
      return context.redirect(withFragment(target, fields), 303)
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      return context.redirect(errorTarget(target, error, wantsCode ? 'query and fragment' : 'fragment'), 303)
    }
  }
}

function createVerify(services: Services) {
  const { mail, sms } = services.config.auth
  const callFlow = createCallFlow(services)
  return (context: Context<AppEnv>, input: Readonly<Record<string, unknown>>): Promise<FlowAnswer> =>
    callFlow(context, 'verify', {
      ...input,
      mail_expiry_seconds: mail.otpExpirySeconds,
      sms_expiry_seconds: sms.otpExpirySeconds,
      is_change_secure: mail.isChangeSecure,
    })
}

function refuse(answer: FlowAnswer, refusal: () => AuthError): void {
  switch (answer.outcome) {
    case 'ok':
      return
    case 'user_banned':
      throw userBanned()
    case 'email_exists':
      throw emailExists()
    case 'phone_exists':
      throw phoneExists()
    case 'flow_state_not_found':
      throw flowStateNotFound()
    default:
      throw refusal()
  }
}

const linkTypes = new Set(['signup', 'invite', 'recovery', 'magiclink', 'email', 'email_change'])
const phoneTypes = new Set(['sms', 'phone_change'])
const singleConfirmation = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
