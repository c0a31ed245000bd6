import { Hono } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { adminAudit } from '#backend/auth/admin/admin-audit.ts'
import { adminGenerateLink } from '#backend/auth/admin/admin-generate-link.ts'
import { adminDeleteUser, adminListUsers, adminReadUser, adminSaveUser } from '#backend/auth/admin/admin-users.ts'
import { limitedTo } from '#backend/auth/auth-limits.ts'
import { invite } from '#backend/auth/admin/invite.ts'
import { reauthenticate } from '#backend/auth/accounts/reauthenticate.ts'
import { recover } from '#backend/auth/accounts/recover.ts'
import { serviceOnly } from '#backend/auth/admin/service-only.ts'
import { signedIn } from '#backend/auth/sessions/signed-in.ts'
import { signup } from '#backend/auth/accounts/signup.ts'
import { minimumDuration } from '#backend/auth/minimum-duration.ts'
import { updateUser } from '#backend/auth/accounts/user.ts'

import type { CodeSender } from './code-sender.ts'
import { magiclink, otp } from './otp.ts'
import { resend } from './resend.ts'
import { verifyCode, verifyLinkTarget } from './verify.ts'

/** Routes that send or redeem codes and links, and the admin API. */
export function flowRoutes(services: Services, codeSender: CodeSender): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const { limits, mail } = services.config.auth

  app.post(
    '/signup',
    limitedTo(services, limits.otp),
    minimumDuration(mail.isAutoconfirmed ? 0 : signupMs),
    signup(services, codeSender),
  )
  app.post('/otp', limitedTo(services, limits.otp), minimumDuration(askMs), otp(services, codeSender))
  app.post('/magiclink', limitedTo(services, limits.otp), minimumDuration(askMs), magiclink(services, codeSender))
  app.post('/recover', limitedTo(services, limits.otp), minimumDuration(askMs), recover(services, codeSender))
  app.post('/resend', limitedTo(services, limits.otp), minimumDuration(askMs), resend(services, codeSender))
  const verifyLimit = limitedTo(services, limits.verify)
  app.post('/verify', verifyLimit, verifyCode(services))
  app.get('/verify', verifyLimit, verifyLinkTarget(services))
  app.get('/reauthenticate', signedIn(services), reauthenticate(services, codeSender))
  app.put('/user', limitedTo(services, limits.otp), signedIn(services), updateUser(services, codeSender))

  app.post('/invite', serviceOnly(), invite(services, codeSender))
  app.get('/admin/users', serviceOnly(), adminListUsers(services))
  app.post('/admin/users', serviceOnly(), adminSaveUser(services, 'create'))
  app.get('/admin/users/:id', serviceOnly(), adminReadUser(services))
  app.put('/admin/users/:id', serviceOnly(), adminSaveUser(services, 'update'))
  app.delete('/admin/users/:id', serviceOnly(), adminDeleteUser(services))
  app.post('/admin/generate_link', serviceOnly(), adminGenerateLink(services, codeSender))
  app.get('/admin/audit', serviceOnly(), adminAudit(services))
  return app
}

/**
 * Several times what the work takes: a few statements, plus a password hash for sign-up. Without confirmation, sign-up
 * reveals taken addresses anyway and doesn't wait.
 */
const askMs = 100
const signupMs = 400
