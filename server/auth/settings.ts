import type { Context } from 'hono'

import type { AppEnv } from '#server/services.ts'

/** GET /settings: what sign-in looks like here; the shape clients know from Supabase. */
export function settings(context: Context<AppEnv>): Response {
  return context.json({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })
}

/** GET /health: that the auth service is here; whether it can serve is /healthz. */
export function health(context: Context<AppEnv>): Response {
  return context.json({
    version: 'understudy',
    name: 'GoTrue',
    description: 'Understudy speaks the protocol of Supabase Auth',
  })
}
