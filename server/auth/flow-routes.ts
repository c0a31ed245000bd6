import { Hono } from 'hono'

import type { AppEnv, Services } from '#server/services.ts'

import { adminAudit } from './admin-audit.ts'
import { adminGenerateLink } from './admin-generate-link.ts'
import { adminDeleteUser, adminListUsers, adminReadUser, adminSaveUser } from './admin-users.ts'
import { limitedTo } from './auth-limits.ts'
import { authConfigOf } from './auth-settings.ts'
import type { Courier } from './courier.ts'
import { invite } from './invite.ts'
import { magiclink, otp } from './otp.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { resend } from './resend.ts'
import { serviceOnly } from './service-only.ts'
import { signedIn } from './signed-in.ts'
import { signup } from './signup.ts'
import { steadyAnswer } from './steady-answer.ts'
import { updateUser } from './user.ts'
import { verifyCode, verifyLinkTarget } from './verify.ts'

/** Everything that mails or texts codes and links, takes them back, or is done by an administrator. */
export function flowRoutes(services: Services, courier: Courier): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const { limits, mail } = authConfigOf(services)

  app.post(
    '/signup',
    limitedTo(services, limits.otp),
    steadyAnswer(mail.isAutoconfirmed ? 0 : signupMs),
    signup(services, courier),
  )
  app.post('/otp', limitedTo(services, limits.otp), steadyAnswer(askMs), otp(services, courier))
  app.post('/magiclink', limitedTo(services, limits.otp), steadyAnswer(askMs), magiclink(services, courier))
  app.post('/recover', limitedTo(services, limits.otp), steadyAnswer(askMs), recover(services, courier))
  app.post('/resend', limitedTo(services, limits.otp), steadyAnswer(askMs), resend(services, courier))
  const verifyLimit = limitedTo(services, limits.verify)
  app.post('/verify', verifyLimit, verifyCode(services))
  app.get('/verify', verifyLimit, verifyLinkTarget(services))
  app.get('/reauthenticate', signedIn(services), reauthenticate(services, courier))
  app.put('/user', limitedTo(services, limits.otp), signedIn(services), updateUser(services, courier))

  app.post('/invite', serviceOnly(), invite(services, courier))
  app.get('/admin/users', serviceOnly(), adminListUsers(services))
  app.post('/admin/users', serviceOnly(), adminSaveUser(services, 'create'))
  app.get('/admin/users/:id', serviceOnly(), adminReadUser(services))
  app.put('/admin/users/:id', serviceOnly(), adminSaveUser(services, 'update'))
  app.delete('/admin/users/:id', serviceOnly(), adminDeleteUser(services))
  app.post('/admin/generate_link', serviceOnly(), adminGenerateLink(services, courier))
  app.get('/admin/audit', serviceOnly(), adminAudit(services))
  return app
}

/**
 * Several times what the work takes: a few statements, and for a sign-up the hash of a password too. Where addresses
 * need no proof a sign-up says that an account exists, so nothing is gained by waiting.
 */
const askMs = 100
const signupMs = 400
