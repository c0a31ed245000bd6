import { createMiddleware } from 'hono/factory'

import { createClientAddress } from '#backend/http/client-address.ts'
import { createOutboundFetch } from '#backend/http/outbound-fetch.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { isObject } from '#domain/is-object.ts'

import { captchaFailed, captchaUnavailable } from './auth-errors.ts'
import { readJsonObject } from './auth-request.ts'

/** Requires a valid hCaptcha or Turnstile token; refuses all when the service is down. The service role is exempt. */
export function captcha(services: Services) {
  const { captcha: config, mayCallPrivateAddresses } = services.config.identity
  if (config === null) return createMiddleware<AppEnv>((_, next) => next())
  const addressOf = createClientAddress(services.config.trustedProxies)
  const fetchGuarded = createOutboundFetch({
    mayCallPrivateAddresses,
    timeoutMs: config.timeoutSeconds * 1000,
    bytesMax: 64 * 1024,
  })

  return createMiddleware<AppEnv>(async (context, next) => {
    if (context.req.method !== 'POST' || isExempt(context.req.path, context.req.query('grant_type'))) return next()
    if (context.get('caller').role === 'service_role') return next()
    const body = await readJsonObject(context.req.raw)
    const security = isObject(body['gotrue_meta_security']) ? body['gotrue_meta_security'] : {}
    const token = typeof security['captcha_token'] === 'string' ? security['captcha_token'].trim() : ''
    if (token === '') throw captchaFailed('no captcha_token found')
    const refusal = await ask(token, addressOf(context))
    if (refusal !== null) throw captchaFailed(refusal)
    return next()
  })

  /** Null when passed, otherwise the error code. Both services share this API. */
  async function ask(token: string, address: string | null): Promise<string | null> {
    const form = new URLSearchParams({ secret: config?.secret ?? '', response: token })
    if (address !== null) form.set('remoteip', address)
    let result: unknown
    try {
      const answer = await fetchGuarded(config?.verifyUrl ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: form.toString(),
      })
      if (!answer.ok) throw new Error(`The captcha service answered ${answer.status}`)
      result = await answer.json()
    } catch (error) {
      services.log.error({ err: error }, 'Captcha verification failed')
      throw captchaUnavailable()
    }
    if (isObject(result) && result['success'] === true) return null
    const codes =
      isObject(result) && Array.isArray(result['error-codes']) ? (result['error-codes'] as readonly unknown[]) : []
    return codes.filter((code) => typeof code === 'string').join(', ') || 'unknown reason'
  }
}

/** Calls that already follow a captcha or a sign-in elsewhere. */
function isExempt(path: string, grantType: string | undefined): boolean {
  return path.endsWith('/token') && grantType !== 'password'
}
