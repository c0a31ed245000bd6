import { createHash } from 'node:crypto'

import { createMiddleware } from 'hono/factory'

import { ownOrigin } from '#backend/http/own-origin.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Config } from '#server/settings/config.ts'

/**
 * Sets headers common to all responses. Handlers that set their own policy, such as the player or storage files, keep
 * it.
 */
export function securityHeaders(config: Config) {
  const usualPolicy = contentSecurityPolicy(config, config.publicUrl)
  const isTls = config.publicUrl.startsWith('https:')
  return createMiddleware<AppEnv>(async (context, next) => {
    await next()
    // Before the headers: over a socket, reading the body rebuilds the response with its own headers. That copies the
    // body, so it isn't read where there usually is one.
    const isEmpty = context.res.ok && context.res.status !== 200 && context.res.body === null
    const { headers } = context.res
    headers.set('x-content-type-options', 'nosniff')
    // Without includeSubDomains: on an operator's main domain, it would bind all their other sites.
    if (isTls) headers.set('strict-transport-security', 'max-age=63072000')
    // An empty body can't run or be framed, and these headers would make up most of a tracking response.
    if (isEmpty) return
    headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    // Subresources are under their page's policy; the full one would weigh as much as a small script.
    const type = headers.get('content-type') ?? ''
    const isPart = /^text\/(?:javascript|css)\b/.test(type)
    if (!headers.has('content-security-policy')) {
      const origin = ownOrigin(config, context.req.header('host'))
      const policy = origin === config.publicUrl ? usualPolicy : contentSecurityPolicy(config, origin)
      headers.set('content-security-policy', isPart ? partPolicy : policy)
    }
    if (isPart) return
    headers.set('permissions-policy', 'camera=(), geolocation=(), payment=(), usb=(), microphone=(self)')
    // Pages only: a redirect, as in OAuth sign-in, may happen in someone else's popup.
    if (!type.startsWith('text/html')) return
    // Other sites can't keep a reference to a window showing our page. Pages they may frame, they may also open.
    if (headers.get('content-security-policy')?.includes(framedByNobody) !== true) return
    if (headers.has('cross-origin-opener-policy')) return
    if (isTls || isOwnMachine(context.req.url)) headers.set('cross-origin-opener-policy', 'same-origin')
  })
}

const framedByNobody = `frame-ancestors 'none'`

/** Without TLS, browsers heed an opener policy only here; elsewhere they log an error. */
function isOwnMachine(url: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

/** For scripts and styles opened directly. */
const partPolicy = `default-src 'none'; script-src 'self'; ${framedByNobody}`

/** As each provider documents for pages with a CSP. */
const captchaOrigins = {
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
  turnstile: 'https://challenges.cloudflare.com',
} as const

/** The CSP of the application's pages for this origin; inline styles and scripts are allowed by hash. */
export function contentSecurityPolicy(
  config: Config,
  origin: string,
  inline: { readonly style?: string; readonly script?: string } = {},
): string {
  // Spec §3: a screenshot may be an absolute http(s) address. Third-party code only when an operator has enabled it.
  const captcha = config.captchaWidget === null ? '' : ` ${captchaOrigins[config.captchaWidget.provider]}`
  const images = config.publicUrl.startsWith('https:') ? 'https:' : 'https: http:'
  return [
    `default-src 'self'`,
    `script-src 'self'${captcha}${inline.script ?? ''}`,
    `style-src 'self'${captcha}${inline.style ?? ''}`,
    `img-src 'self' data: blob: ${images}`,
    // A media card loads videos from https URLs.
    `media-src 'self' blob: https:`,
    `font-src 'self'`,
    `connect-src 'self' ${connectSources(config, origin)}${captcha}`,
    `worker-src 'self'`,
    `frame-src 'self'${captcha}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    framedByNobody,
  ].join('; ')
}

/** Origins a page may call: /config.json names one that may differ from the address bar's. */
export function connectSources(config: Config, origin: string): string {
  const origins = [...new Set([origin, config.embedded === null ? config.backendUrl : origin])]
  return [...origins, ...origins.map((each) => each.replace(/^http/, 'ws'))].join(' ')
}

/** Allows an inline text by its hash. */
export function hashSource(text: string | undefined): string {
  return text === undefined ? '' : ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
