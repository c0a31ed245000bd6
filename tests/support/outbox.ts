import type { OutboxEntry } from '#backend/mail/outbox.ts'

import type { Backend } from './backend.ts'

/** Messages to an address so far, newest first. */
export async function outboxOf(backend: Backend, to: string): Promise<readonly OutboxEntry[]> {
  await backend.services.delivery.mail.settled()
  return (await backend.services.delivery.outbox.list()).filter((entry) => entry.to === to)
}

/** The newest message to an address, with its code, link and the link's hash; throws without one. */
export async function lastMessageTo(
  backend: Backend,
  to: string,
): Promise<{ readonly kind: string; readonly code: string; readonly link: string; readonly tokenHash: string }> {
  const [entry] = await outboxOf(backend, to)
  if (entry === undefined) throw new Error(`Nothing was sent to ${to}`)
  const link = entry.link ?? ''
  const tokenHash = link === '' ? '' : (new URL(link).searchParams.get('token') ?? '')
  return { kind: entry.kind, code: entry.code ?? '', link, tokenHash }
}

/** Opens a mailed link as a browser does, and returns the redirect target. */
export async function openLink(backend: Backend, link: string): Promise<URL> {
  const answer = await backend.app.request(link)
  const location = answer.headers.get('location')
  if (answer.status !== 303 || location === null) throw new Error(`The link answered ${answer.status}`)
  return new URL(location)
}
