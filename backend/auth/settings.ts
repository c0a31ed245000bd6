import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

/** GET /settings: the enabled sign-in methods, as Supabase Auth returns them. */
export function settings(services: Services) {
  const config = services.config.auth
  const { providers, saml } = services.config.identity
  const external = Object.fromEntries(
    [...knownProviders, ...providers.keys()].map((name) => [name, providers.has(name)]),
  )
  return (context: Context<AppEnv>): Response =>
    context.json({
      external: {
        ...external,
        email: config.isEmailEnabled,
        phone: config.isPhoneEnabled,
        anonymous_users: config.isAnonymousEnabled,
      },
      disable_signup: config.isSignupDisabled,
      mailer_autoconfirm: config.mail.isAutoconfirmed,
      phone_autoconfirm: config.sms.isAutoconfirmed,
      sms_provider: config.sms.provider?.type ?? '',
      saml_enabled: saml !== null,
    })
}

const knownProviders = ['apple', 'azure', 'github', 'google', 'linkedin_oidc', 'slack_oidc']

/** GET /health: the auth service is up; readiness is /healthz. */
export function health(context: Context<AppEnv>): Response {
  return context.json({
    version: 'understudy',
    name: 'GoTrue',
    description: 'Understudy speaks the protocol of Supabase Auth',
  })
}
