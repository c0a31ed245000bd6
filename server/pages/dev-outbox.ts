import type { Context, Next } from 'hono'
import { html } from 'hono/html'

import type { OutboxEntry } from '#server/mail/outbox.ts'
import type { AppEnv, Services } from '#server/services.ts'

/**
 * GET /dev/outbox: what would have been sent, each with its link and code. Codes open accounts, so it is there only
 * where nobody else can be: without a mail server, listening on this machine alone, asked by this machine, by a name
 * of this machine (a page elsewhere may give its own name our address), and through no proxy.
 */
export function devOutbox(services: Services) {
  return async (context: Context<AppEnv>, next: Next): Promise<Response | void> => {
    if (!mayReadOutbox(services, context)) return next()
    const entries = await services.delivery.outbox.list()
    context.header('cache-control', 'no-store')
    context.header('content-security-policy', policy)
    return context.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width" />
            <title>Outbox</title>
          </head>
          <body>
            <main>
              <h1>Outbox</h1>
              <p>Mails and text messages that this server would have sent. Set SMTP_URL to send mails.</p>
              ${entries.length === 0 ? html`<p>Nothing has been sent yet.</p>` : entries.map(entryHtml)}
            </main>
          </body>
        </html>`,
    )
  }
}

const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const loopback = /^(127(\.\d{1,3}){3}|::1|localhost|::ffff:127(\.\d{1,3}){3})$/i

/** Whether the page is there for this request. */
export function mayReadOutbox({ config }: Services, context: Context<AppEnv>): boolean {
  const remote = context.env?.incoming?.socket.remoteAddress ?? ''
  const named = (context.req.header('host') ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return (
    config.embedded?.auth.mail.smtp === null &&
    loopback.test(config.host) &&
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

/** The folder is an operator's, who may put anything there. */
function isWebLink(link: string | null): boolean {
  return link !== null && /^https?:\/\//.test(link)
}
