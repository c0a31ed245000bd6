import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'

import type { AppEnv, Services } from '#server/services.ts'

import { limitedTo } from './auth-limits.ts'
import { authorize, authorizeLinking, requireManualLinking } from './authorize.ts'
import { providerCallback } from './callback.ts'
import type { Courier } from './courier.ts'
import {
  adminDeleteFactor,
  adminListFactors,
  challengeFactor,
  enrolFactor,
  unenrolFactor,
  verifyFactor,
} from './factors.ts'
import { identityOf } from './identity-settings.ts'
import { listOwnSessions, revokeOwnSession } from './own-sessions.ts'
import type { ProviderClient } from './provider-client.ts'
import { newRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { refuseInBrowser } from './refuse-in-browser.ts'
import { serviceOnly } from './service-only.ts'
import { signedIn } from './signed-in.ts'
import { deleteSsoProvider, listSsoProviders, readSsoProviderRow, saveSsoProvider } from './sso-admin.ts'
import { samlAcs, samlMetadata, signInWithSso } from './sso.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** Everything about who somebody is beyond a password: keys, sessions, second factors, providers and single sign-on. */
export function identityRoutes(
  services: Services,
  courier: Courier,
  clientOf: (name: string) => ProviderClient,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const { keys, mfa, saml } = identityOf(services)

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
    challengeFactor(services, courier),
  )
  app.post('/factors/:factor/verify', verifyLimit, signedIn(services), verifyFactor(services))
  app.delete('/factors/:factor', signedIn(services), unenrolFactor(services))
  app.get('/admin/users/:id/factors', serviceOnly(), adminListFactors(services))
  app.delete('/admin/users/:id/factors/:factor', serviceOnly(), adminDeleteFactor(services))

  app.get('/authorize', authorize(services, clientOf))
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
  app.get('/user/identities/authorize', linking, signedIn(services), authorizeLinking(services, clientOf))
  app.delete('/user/identities/:id', linking, signedIn(services), unlinkIdentity(services))

  const samlLimit = limitedTo(services, saml?.ratePerFiveMinutes ?? 30)
  const refuseThere = refuseInBrowser(services, 303)
  app.post('/sso', limitedTo(services, 30), signInWithSso(services))
  app.post('/sso/saml/acs', refuseThere, samlLimit, samlAcs(services))
  app.get('/sso/saml/metadata', samlMetadata(services))
  app.get('/admin/sso/providers', serviceOnly(), listSsoProviders(services))
  app.post('/admin/sso/providers', serviceOnly(), saveSsoProvider(services, 'create'))
  app.get('/admin/sso/providers/:id', serviceOnly(), readSsoProviderRow(services))
  app.put('/admin/sso/providers/:id', serviceOnly(), saveSsoProvider(services, 'update'))
  app.delete('/admin/sso/providers/:id', serviceOnly(), deleteSsoProvider(services))
  return app
}
