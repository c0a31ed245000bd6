import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { limitedTo } from '#backend/auth/auth-limits.ts'
import type { CodeSender } from '#backend/auth/codes/code-sender.ts'
import {
  adminDeleteFactor,
  adminListFactors,
  challengeFactor,
  enrolFactor,
  unenrolFactor,
  verifyFactor,
} from '#backend/auth/factors/factors.ts'
import { listOwnSessions, revokeOwnSession } from '#backend/auth/sessions/own-sessions.ts'
import { newRecoveryCodes, useRecoveryCode } from '#backend/auth/factors/recovery-codes.ts'
import { refuseInBrowser } from '#backend/auth/codes/refuse-in-browser.ts'
import { serviceOnly } from '#backend/auth/admin/service-only.ts'
import { signedIn } from '#backend/auth/sessions/signed-in.ts'
import {
  deleteSsoProvider,
  listSsoProviders,
  readSsoProviderRow,
  saveSsoProvider,
} from '#backend/auth/admin/sso-admin.ts'
import { samlAcs, samlMetadata, signInWithSso } from '#backend/auth/saml/sso.ts'

import { authorize, authorizeLinking, requireManualLinking } from './authorize.ts'
import { providerCallback } from './callback.ts'
import type { ProviderClient } from './provider-client.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** Routes for keys, sessions, second factors, providers and single sign-on. */
export function identityRoutes(
  services: Services,
  codeSender: CodeSender,
  clientOf: (name: string) => ProviderClient,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const { keys, mfa, saml } = services.config.identity

  app.get('/.well-known/jwks.json', (context) => context.json({ keys: keys.publicKeys }))

  app.get('/sessions', signedIn(services), listOwnSessions(services))
  app.delete('/sessions/:id', signedIn(services), revokeOwnSession(services))

  const perFiveMinutes = mfa.ratePerMinute * 5
  app.post('/factors', limitedTo(services, perFiveMinutes), signedIn(services), enrolFactor(services))
  app.post(
    '/factors/recovery-codes',
    limitedTo(services, perFiveMinutes),
    signedIn(services),
    newRecoveryCodes(services),
  )
  const verifyLimit = limitedTo(services, perFiveMinutes)
  app.post('/factors/recovery-codes/verify', verifyLimit, signedIn(services), useRecoveryCode(services))
  app.post(
    '/factors/:factor/challenge',
    limitedTo(services, perFiveMinutes),
    signedIn(services),
    challengeFactor(services, codeSender),
  )
  app.post('/factors/:factor/verify', verifyLimit, signedIn(services), verifyFactor(services))
  app.delete('/factors/:factor', signedIn(services), unenrolFactor(services))
  app.get('/admin/users/:id/factors', serviceOnly(), adminListFactors(services))
  app.delete('/admin/users/:id/factors/:factor', serviceOnly(), adminDeleteFactor(services))

  // Each of these requests stores a row for two days.
  const beginLimit = limitedTo(services, 150)
  app.get('/authorize', beginLimit, authorize(services, clientOf))
  app.on(
    ['GET', 'POST'],
    '/callback',
    refuseInBrowser(services, 302),
    limitedTo(services, 150),
    providerCallback(services, clientOf),
  )
  const linking = createMiddleware<AppEnv>(async (_, next) => {
    requireManualLinking(services)
    await next()
  })
  app.get('/user/identities/authorize', linking, beginLimit, signedIn(services), authorizeLinking(services, clientOf))
  app.delete('/user/identities/:id', linking, signedIn(services), unlinkIdentity(services))

  const samlLimit = limitedTo(services, saml?.ratePerFiveMinutes ?? 30)
  const refuseThere = refuseInBrowser(services, 303)
  app.post('/sso', limitedTo(services, 30), signInWithSso(services))
  app.post('/sso/saml/acs', refuseThere, samlLimit, samlAcs(services))
  app.get('/sso/saml/metadata', limitedTo(services, 150), samlMetadata(services))
  app.get('/admin/sso/providers', serviceOnly(), listSsoProviders(services))
  app.post('/admin/sso/providers', serviceOnly(), saveSsoProvider(services, 'create'))
  app.get('/admin/sso/providers/:id', serviceOnly(), readSsoProviderRow(services))
  app.put('/admin/sso/providers/:id', serviceOnly(), saveSsoProvider(services, 'update'))
  app.delete('/admin/sso/providers/:id', serviceOnly(), deleteSsoProvider(services))
  return app
}
