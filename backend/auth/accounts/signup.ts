import type { Context } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import { DatabaseError } from '#backend/database/database.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import type { AuthConfig } from '#backend/auth/auth-config.ts'
import { channelField, emailField, phoneField, type AuthAddress } from '#backend/auth/auth-address.ts'
import { signupDisabled, tooManyRequests, userAlreadyExists, validationFailed } from '#backend/auth/auth-errors.ts'
import { dataField, readJsonObject, textField } from '#backend/auth/auth-request.ts'
import { idOf, type CodeSender } from '#backend/auth/codes/code-sender.ts'
import { createCallFlow, type FlowAnswer } from '#backend/auth/codes/flow-procedure.ts'
import { readCodeChallenge } from '#backend/auth/providers/flow-state.ts'
import { redirectTarget } from '#backend/auth/codes/redirect-target.ts'
import { tokenResponse } from '#backend/auth/sessions/sessions.ts'

import { anonymousSignupsDisabled, emailSignupsDisabled, phoneSignupsDisabled } from './account-refusals.ts'
import { fakeUser } from './fake-user.ts'
import { checkNewPassword, hashPassword, verifyPassword } from './passwords.ts'
import { createUnknownAddresses } from './unknown-addresses.ts'

/**
 * POST /signup: answers a session, or the unconfirmed account when addresses need confirmation. A taken address gets
 * the same answer.
 */
export function signup(services: Services, codeSender: CodeSender) {
  const config = services.config.auth
  const callFlow = createCallFlow(services)
  const addressOf = createClientAddress(services.config.trustedProxies)
  const byAnonymous = anonymousSignup(services)
  const repeated = {
    email: createUnknownAddresses(services, 'signup', { by: 'email', intervalSeconds: config.mail.intervalSeconds }),
    phone: createUnknownAddresses(services, 'signup', { by: 'sms', intervalSeconds: config.sms.intervalSeconds }),
  }
  return async (context: Context<AppEnv>): Promise<Response> => {
    if (config.isSignupDisabled) throw signupDisabled()
    const body = await readJsonObject(context.req.raw)
    if (textField(body, 'email').trim() === '' && textField(body, 'phone').trim() === '') {
      return byAnonymous(context, body)
    }
    const { who, password, challenge } = readSignup(config, body)
    await checkNewPassword(password, config.password)

    const channel = channelField(body)
    const data = dataField(body) ?? {}
    const isPhone = who.provider === 'phone'
    const { isAutoconfirmed, intervalSeconds } = isPhone ? config.sms : config.mail
    if (!isAutoconfirmed) {
      if (isPhone) await codeSender.checkTexts(context)
      else await codeSender.checkMails(context, who.address)
      await repeated[who.provider].check(who.address)
    }
    const otp = isPhone ? codeSender.newSmsOtp(who.address) : codeSender.newMailOtp()
    const answer = await callFlow(context, 'begin_sign_up', {
      ...who,
      ...challenge,
      encrypted_password: await services.passwordQueue.run(addressOf(context) ?? '', () => hashPassword(password)),
      data,
      otp,
      is_autoconfirmed: isAutoconfirmed,
      interval_seconds: intervalSeconds,
    }).catch((error: unknown) => {
      // Lost a race against another sign-up with this address.
      if (error instanceof DatabaseError && error.sqlstate === '23505') {
        return { outcome: isAutoconfirmed ? 'user_already_exists' : 'repeated' } as const
      }
      throw error
    })
    switch (answer.outcome) {
      case 'ok':
        return tokenResponse(services, context, answer)
      case 'sent':
        await markContested(services, answer, password, addressOf(context) ?? '')
        if (isPhone) {
          await codeSender.text({
            to: who.address,
            otp,
            channel,
            about: 'confirmation',
            subjectId: idOf(answer['user']),
          })
        } else {
          const redirectTo = redirectTarget(services, context)
          const tokenHash = String(answer['token_hash'])
          await codeSender.post({
            kind: 'confirmation',
            to: who.address,
            user: answer['user'],
            otp,
            tokenHash,
            redirectTo,
          })
        }
        return context.json(answer['user'])
      case 'repeated':
        await repeated[who.provider].record(who.address)
        return context.json(fakeUser(who, data, services.now()))
      default:
        throw userAlreadyExists()
    }
  }
}

/** Two sign-ups with one address: the confirmation mail of one must not confirm the other's password. */
async function markContested(
  services: Services,
  answer: FlowAnswer | { outcome: string },
  password: string,
  address: string,
): Promise<void> {
  const waiting = 'waiting_password' in answer ? answer['waiting_password'] : null
  if (typeof waiting !== 'string' || waiting === '') return
  if (await services.passwordQueue.run(address, () => verifyPassword(password, waiting))) return
  const id = idOf('user' in answer ? answer['user'] : null)
  await services.database.transaction('system', [{ text: 'select auth.mark_for_reset($1::uuid)', values: [id] }])
}

function readSignup(config: AuthConfig, body: Readonly<Record<string, unknown>>) {
  const password = textField(body, 'password')
  if (password === '') throw validationFailed('Signup requires a valid password')
  const who = readAddress(body)
  const challenge = readCodeChallenge(body)
  if (who.provider === 'phone' && challenge !== null) throw validationFailed('PKCE not supported for phone signups')
  if (who.provider === 'email' && !config.isEmailEnabled) throw emailSignupsDisabled()
  if (who.provider === 'phone' && !config.isPhoneEnabled) throw phoneSignupsDisabled()
  return { who, password, challenge }
}

function readAddress(body: Readonly<Record<string, unknown>>): AuthAddress {
  const email = emailField(body)
  const phone = phoneField(body)
  if (email !== '' && phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided on signup.')
  }
  return email === '' ? { provider: 'phone', address: phone } : { provider: 'email', address: email }
}

/** Creates an account without an address; one can be added later. */
function anonymousSignup(services: Services) {
  const config = services.config.auth
  const callFlow = createCallFlow(services)
  const addressOf = createClientAddress(services.config.trustedProxies)
  const limit = createNetworkLimit({ burst: config.limits.anonymous, refillMs: 3_600_000, now: services.now })
  return async (context: Context<AppEnv>, body: Readonly<Record<string, unknown>>): Promise<Response> => {
    if (!config.isAnonymousEnabled) {
      throw anonymousSignupsDisabled()
    }
    const address = services.config.hasAuthRateLimits ? addressOf(context) : null
    if (address !== null && !limit.take(address)) throw tooManyRequests()
    return tokenResponse(services, context, await callFlow(context, 'sign_up_anonymously', { data: dataField(body) }))
  }
}
