import type { Context } from 'hono'

import { sampleDemoId, type ClientConfig } from '#protocol/client-config.ts'
import type { AppEnv, Services } from '#server/services.ts'

/** GET /config.json: what a client needs to reach the backend. Any site may read it; there is no secret in it. */
export function clientConfig({ config }: Services) {
  const body: ClientConfig = {
    supabaseUrl: config.backendUrl,
    supabaseAnonKey: config.anonKey,
    publicUrl: config.publicUrl,
    sampleDemoId,
    signIn: {
      passwordLengthMin: config.embedded?.auth.password.lengthMin ?? supabaseLengthMin,
      captcha: config.captchaWidget,
      isEmbedded: config.embedded !== null,
    },
  }
  return (context: Context<AppEnv>): Response => {
    context.header('cache-control', 'no-cache')
    context.header('access-control-allow-origin', '*')
    return context.json(body)
  }
}

/** The least that Supabase can be set to. */
const supabaseLengthMin = 6
