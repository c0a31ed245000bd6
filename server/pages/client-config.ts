import type { Context } from 'hono'

import { sampleDemoId, type AccountConfig, type ClientConfig, type SignInConfig } from '#protocol/client-config.ts'
import { ownOrigin } from '#backend/http/own-origin.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Config } from '#server/settings/config.ts'
import type { Services } from '#server/services.ts'

import { isOutboxThere } from './dev-outbox.ts'

/** GET /config.json: what a client needs to reach the backend. Readable from any site; contains no secret. */
export function clientConfig(services: Services) {
  const { config } = services
  return (context: Context<AppEnv>): Response => {
    const origin = ownOrigin(config, context.req.header('host'))
    const body: ClientConfig = {
      supabaseUrl: config.embedded === null ? config.backendUrl : origin,
      supabaseAnonKey: config.anonKey,
      publicUrl: origin,
      sampleDemoId,
      signIn: {
        passwordLengthMin: config.embedded?.auth.password.lengthMin ?? supabaseLengthMin,
        captcha: config.captchaWidget,
        mail: mailOf(services, context),
        isEmbedded: config.embedded !== null,
      },
      account: accountConfig(config),
      workspaceBytesMax: config.embedded?.storage.workspaceBytesMax ?? null,
    }
    context.header('cache-control', 'no-cache')
    context.header('access-control-allow-origin', '*')
    return context.json(body)
  }
}

function mailOf(services: Services, context: Context<AppEnv>): SignInConfig['mail'] {
  const { embedded } = services.config
  if (embedded === null || embedded.auth.mail.smtp !== null) return 'sent'
  return isOutboxThere(services, context) ? 'outbox' : 'kept'
}

/** Supabase doesn't report it; this is the usual setting, and Supabase refuses the rest with a message. */
function accountConfig({ embedded }: Config): AccountConfig {
  if (embedded === null) return { canAddAuthenticator: true, canAddPhoneFactor: false, canLinkProviders: true }
  const { mfa, isManualLinkingEnabled } = embedded.identity
  return {
    canAddAuthenticator: mfa.isTotpEnrolEnabled,
    canAddPhoneFactor: mfa.isPhoneEnrolEnabled,
    canLinkProviders: isManualLinkingEnabled,
  }
}

/** The lowest limit Supabase allows. */
const supabaseLengthMin = 6
