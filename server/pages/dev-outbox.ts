import type { Context, Next } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'

import type { OutboxEntry } from '#backend/mail/outbox.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Config } from '#server/settings/config.ts'
import { createSignedTexts } from '#server/http/signed-text.ts'
import type { Services } from '#server/services.ts'

/**
 * GET /dev/outbox: unsent mail with its links and codes. Codes open accounts, so the page exists only without a mail
 * server, on a loopback listener, for a loopback client under a loopback hostname (DNS rebinding), and through no
 * proxy. A hidden proxy looks like loopback, so readers also need the link printed at start.
 */
export function devOutbox(services: Services) {
  const tokens = outboxTokens(services.config)
  return async (context: Context<AppEnv>, next: Next): Promise<Response | void> => {
    if (!isOutboxThere(services, context)) return next()
    context.header('cache-control', 'no-store')
    context.header('referrer-policy', 'no-referrer')
    context.header('content-security-policy', policy)
    const token = context.req.query('token')
    if (token !== undefined && tokens.read(token) === readable) {
      setCookie(context, cookieName, token, { path: '/dev/outbox', httpOnly: true, sameSite: 'Strict' })
      return context.redirect('/dev/outbox', 303)
    }
    if (tokens.read(getCookie(context, cookieName) ?? '') !== readable) {
      return context.html(
        outboxPage(html`<p>Open the outbox by the link that the server printed when it started.</p>`),
        403,
      )
    }
    const entries = await services.delivery.outbox.list()
    return context.html(
      outboxPage(
        html`<p>Mails and text messages that this server would have sent. Set SMTP_URL to send mails.</p>
          ${entries.length === 0 ? html`<p>Nothing has been sent yet.</p>` : entries.map(entryHtml)}`,
      ),
    )
  }
}

function outboxPage(content: ReturnType<typeof html>): ReturnType<typeof html> {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Outbox</title>
      </head>
      <body>
        <main>
          <h1>Outbox</h1>
          ${content}
        </main>
      </body>
    </html>`
}

const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const loopback = /^(127(\.\d{1,3}){3}|::1|localhost|::ffff:127(\.\d{1,3}){3})$/i

/** The link that lets the operator's browser read the outbox; null when the page is off. */
export function outboxLink(config: Config): string | null {
  return hasOutboxPage(config) ? `${config.publicUrl}/dev/outbox?token=${outboxTokens(config).sign(readable)}` : null
}

const cookieName = 'understudy-outbox'
const readable = 'read'

function outboxTokens(config: Config) {
  return createSignedTexts(config.serviceRoleKey, 'outbox')
}

function hasOutboxPage(config: Config): boolean {
  const publicName = new URL(config.publicUrl).hostname.replace(/^\[(.*)\]$/, '$1')
  return config.embedded?.auth.mail.smtp === null && loopback.test(config.host) && loopback.test(publicName)
}

/** Whether the page is available to this request. */
export function isOutboxThere({ config }: Services, context: Context<AppEnv>): boolean {
  const remote = context.env?.incoming?.socket.remoteAddress ?? ''
  const named = (context.req.header('host') ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return (
    hasOutboxPage(config) &&
    loopback.test(remote) &&
    loopback.test(named) &&
    context.req.header('x-forwarded-for') === undefined &&
    context.req.header('forwarded') === undefined
  )
}

function entryHtml(entry: OutboxEntry) {
  return html`<article>
    <h2>${entry.subject || entry.kind}</h2>
    <dl>
      <dt>To</dt>
      <dd>${entry.to} (${entry.channel})</dd>
      <dt>Sent</dt>
      <dd><time datetime="${entry.sentAt}">${entry.sentAt}</time></dd>
      ${
        entry.code === null
          ? ''
          : html`<dt>Code</dt>
              <dd><code>${entry.code}</code></dd>`
      }
      ${
        isWebLink(entry.link)
          ? html`<dt>Link</dt>
              <dd><a href="${entry.link ?? ''}" rel="noreferrer">${entry.link}</a></dd>`
          : ''
      }
    </dl>
    <pre>${entry.text}</pre>
  </article>`
}

/** Operators may put anything into this folder. */
function isWebLink(link: string | null): boolean {
  return link !== null && /^https?:\/\//.test(link)
}
