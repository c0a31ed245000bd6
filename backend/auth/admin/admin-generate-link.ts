import type { Context } from 'hono'

import type { MailTemplateName } from '#backend/mail/mail-config.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { emailField } from '#backend/auth/auth-address.ts'
import { emailExists, validationFailed } from '#backend/auth/auth-errors.ts'
import { dataField, readJsonObject, textField } from '#backend/auth/auth-request.ts'
import { siteUrlOf } from '#backend/auth/auth-urls.ts'
import { verifyLink } from '#backend/auth/codes/compose-code-mail.ts'
import type { CodeSender } from '#backend/auth/codes/code-sender.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import { checkNewPassword, hashPassword } from '#backend/auth/accounts/passwords.ts'
import { passwordPage } from '#backend/auth/accounts/recover.ts'
import { allowedRedirect } from '#backend/auth/codes/redirect-target.ts'
import { isObject } from '#domain/is-object.ts'

import { noUserWithEmail } from './admin-refusals.ts'

/** POST /admin/generate_link: answers the link and code instead of mailing them. */
export function adminGenerateLink(services: Services, codeSender: CodeSender) {
  const config = services.config.auth
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const body = await readJsonObject(context.req.raw)
    const type = textField(body, 'type')
    const kind = kinds[type]
    if (kind === undefined) throw validationFailed(`Invalid email action link type requested: ${type}`)
    const address = emailField(body)
    if (address === '') throw validationFailed('An email address is required')
    const newEmail = emailField(body, 'new_email')
    if (kind === 'email_change' && newEmail === '') throw validationFailed('The new email address is required')
    if (type === 'email_change_current' && !config.mail.isChangeSecure) {
      throw validationFailed('Enable secure email change to generate link for current email')
    }
    const password = textField(body, 'password')
    if (type === 'signup') {
      if (password === '') throw validationFailed('Signup requires a valid password')
      await checkNewPassword(password, config.password)
    }

    const otp = codeSender.newMailOtp()
    const answer = await callFlow(context, 'prepare_link', {
      type,
      provider: 'email',
      address,
      new_email: newEmail,
      encrypted_password: type === 'signup' ? await services.passwordQueue.run('', () => hashPassword(password)) : '',
      data: dataField(body),
      otp,
      otp_current: otp,
      is_change_secure: config.mail.isChangeSecure,
      interval_seconds: 0,
    })
    if (answer.outcome === 'user_not_found') {
      throw noUserWithEmail()
    }
    if (answer.outcome === 'email_exists') throw emailExists()
    const tokenHash = String(answer[type === 'email_change_current' ? 'token_hash_current' : 'token_hash'])
    const verificationType = String(answer['verification_type'])
    const wanted = textField(body, 'redirect_to') || (context.req.query('redirect_to') ?? '')
    const fallback = type === 'recovery' ? passwordPage(services) : siteUrlOf(services)
    const redirectTo = allowedRedirect(services, wanted) ?? fallback
    return context.json({
      ...(isObject(answer['user']) && answer['user']),
      action_link: verifyLink(services, { kind: kinds[verificationType] ?? kind, tokenHash, redirectTo }),
      email_otp: otp,
      hashed_token: tokenHash,
      verification_type: verificationType,
      redirect_to: redirectTo,
    })
  }
}

const kinds: Readonly<Record<string, MailTemplateName>> = {
  signup: 'confirmation',
  invite: 'invite',
  magiclink: 'magic_link',
  recovery: 'recovery',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
}
