import { isIP } from 'node:net'

import type { Context } from 'hono'

import { ownOrigin } from '#backend/http/own-origin.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { siteUrlOf } from '#backend/auth/auth-urls.ts'

/**
 * The final redirect of a link or provider: the requested one if allowed, otherwise silently the site. Every redirect
 * of the auth service goes through this file.
 */
export function redirectTarget(
  services: Services,
  context: Pick<Context<AppEnv>, 'req'>,
  fallback = siteUrlOf(services),
): string {
  return allowedRedirect(services, askedTarget(context)) ?? fallback
}

function askedTarget({ req }: Pick<Context<AppEnv>, 'req'>): string {
  return req.query('redirect_to') ?? req.header('redirect_to') ?? ''
}

/**
 * As redirectTarget, for this browser's own redirects: without PUBLIC_URL it may stay on its host. Never for mails,
 * whose reader didn't choose the request's Host.
 */
export function redirectOfBrowser(services: Services, context: Pick<Context<AppEnv>, 'req'>): string {
  const wanted = askedTarget(context)
  const site = siteOfBrowser(services, context)
  return matchRedirect(wanted, site, []) ?? allowedRedirect(services, wanted) ?? site
}

export function siteOfBrowser(services: Services, context: Pick<Context<AppEnv>, 'req'>): string {
  return services.config.auth.siteUrl ?? ownOrigin(services.config, context.req.header('host'))
}

/** The normalized URL, or null when not allowed. */
export function allowedRedirect(services: Services, wanted: string): string | null {
  return matchRedirect(wanted, siteUrlOf(services), services.config.auth.uriAllowList)
}

export function matchRedirect(wanted: string, siteUrl: string, allowList: readonly RegExp[]): string | null {
  // Browsers drop tabs and newlines and read a backslash as a slash: check the URL they will see.
  if (wanted === '' || wanted.length > 2048 || /[\s\\\p{Cc}]/u.test(wanted)) return null
  if (!URL.canParse(wanted)) return null
  const url = new URL(wanted)
  if (neverAllowed.has(url.protocol) || url.username + url.password !== '') return null

  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // `https:example.com` and `http:///example.com` parse too, but no honest client writes them.
  if (isWeb && !/^https?:\/\/[^/]/i.test(wanted)) return null
  const site = new URL(siteUrl)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isWeb && isSameSite(url, site)) return url.href
  if (isWeb && isIP(host) !== 0) return isLoopback(host) ? url.href : null

  const address = url.href.split('#', 1)[0] ?? ''
  const spellings = [address, ...(url.pathname === '/' && url.search === '' ? [address.replace(/\/$/, '')] : [])]
  return allowList.some((pattern) => spellings.some((spelling) => pattern.test(spelling))) ? url.href : null
}

/** Adds fields to a URL's fragment, keeping its existing ones. */
export function withFragment(target: string, fields: URLSearchParams): string {
  const url = new URL(target)
  url.hash = fields.toString()
  return url.href
}

export function withQuery(target: string, fields: URLSearchParams): string {
  const url = new URL(target)
  for (const [name, value] of fields) url.searchParams.set(name, value)
  return url.href
}

const neverAllowed = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'view-source:'])

function isSameSite(url: URL, site: URL): boolean {
  const isPortRight = url.port === site.port || isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1'))
  return url.hostname === site.hostname && url.protocol === site.protocol && isPortRight
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
