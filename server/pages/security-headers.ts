import { createHash } from 'node:crypto'

import { createMiddleware } from 'hono/factory'

import { ownOrigin } from '#backend/http/own-origin.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Config } from '#server/settings/config.ts'

/** Sets what every response carries. A handler that knows better, such as the player or a file from storage, keeps its own policy. */
export function securityHeaders(config: Config) {
  const usualPolicy = contentSecurityPolicy(config, config.publicUrl)
  const isTls = config.publicUrl.startsWith('https:')
  return createMiddleware<AppEnv>(async (context, next) => {
    await next()
    // Asked before the headers: on a socket, looking at the body makes the answer anew, with headers of its own.
    const isEmpty = context.res.body === null && context.res.ok
    const { headers } = context.res
    headers.set('x-content-type-options', 'nosniff')
    if (isTls) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
    // What is empty can neither run nor be framed, and for what trackers are answered these would be most of it.
    if (isEmpty) return
    headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    // What a page loads is under that page's policy; the whole one would weigh as much as a small script.
    const type = headers.get('content-type') ?? ''
    const isPart = /^text\/(?:javascript|css)\b/.test(type)
    if (!headers.has('content-security-policy')) {
      const origin = ownOrigin(config, context.req.header('host'))
      const policy = origin === config.publicUrl ? usualPolicy : contentSecurityPolicy(config, origin)
      headers.set('content-security-policy', isPart ? partPolicy : policy)
    }
    if (isPart) return
    headers.set('permissions-policy', 'camera=(), geolocation=(), payment=(), usb=(), microphone=(self)')
    // Of pages only: an answer that leads on, as sign-in with a provider does, may be on its way in somebody else's window.
    if (!type.startsWith('text/html')) return
    // No page of others keeps hold of a window with a page of ours in it. A page that they may frame, they may open as well.
    if (headers.get('content-security-policy')?.includes(framedByNobody) !== true) return
    if (isTls || isOwnMachine(context.req.url)) headers.set('cross-origin-opener-policy', 'same-origin')
  })
}

const framedByNobody = `frame-ancestors 'none'`

/** The only place where browsers heed an opener policy without TLS; anywhere else they log an error. */
function isOwnMachine(url: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

/** Of scripts and styles, should one be opened by itself. */
const partPolicy = `default-src 'none'; script-src 'self'; ${framedByNobody}`

/** As each of them documents for pages with a policy. */
const captchaOrigins = {
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
  turnstile: 'https://challenges.cloudflare.com',
} as const

/**
 * The policy of the application's pages, opened by this origin of ours; a style or script inside a page's document is
 * allowed by its hash.
 */
export function contentSecurityPolicy(
  config: Config,
  origin: string,
  inline: { readonly style?: string; readonly script?: string } = {},
): string {
  // Spec §3: a screenshot may be an absolute http(s) address.
  // The only code of others, and only where an operator has asked for it.
  const captcha = config.captchaWidget === null ? '' : ` ${captchaOrigins[config.captchaWidget.provider]}`
  const images = config.publicUrl.startsWith('https:') ? 'https:' : 'https: http:'
  return [
    `default-src 'self'`,
    `script-src 'self'${captcha}${inline.script ?? ''}`,
    `style-src 'self'${captcha}${inline.style ?? ''}`,
    `img-src 'self' data: blob: ${images}`,
    // A media card shows videos by their address, which is https.
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

/** What a page may call: /config.json names the origin, which need not be the one in the address bar. */
export function connectSources(config: Config, origin: string): string {
  const origins = [...new Set([origin, config.embedded === null ? config.backendUrl : origin])]
  return [...origins, ...origins.map((each) => each.replace(/^http/, 'ws'))].join(' ')
}

/** Allows a text inside a document. */
export function hashSource(text: string | undefined): string {
  return text === undefined ? '' : ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
