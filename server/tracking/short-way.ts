import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Hono } from 'hono'

import { trackingTable } from '#protocol/tracking-events.ts'
import { createAddressReader } from '#backend/http/client-address.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#server/services.ts'

import { bodyBytesMax, type EventsAnswer } from './accept-events.ts'

/** Answers the request and true, or leaves it alone and answers false. */
export type ShortWay = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

const path = `/rest/v1/${trackingTable}`

/**
 * The tracker's own posts, by far the most of what a busy server is asked, without the objects that every other request
 * is made into: those cost more than the event. It takes what needs no token checked (the anonymous key, or none) and says
 * how long it is. Which headers answers carry, it has learnt from the app, so that both ways give the same.
 */
export async function createShortWay(services: Services, app: Hono<AppEnv>): Promise<ShortWay> {
  const { config, log, tracking } = services
  const { accept } = tracking
  const addressOf = createAddressReader(config.trustedProxies)
  const ofEmpty = await commonHeaders(app, config.anonKey, '[]', 201)
  const ofOthers = await commonHeaders(app, config.anonKey, '[', 400)
  const needsKey = config.embedded?.identity.isApikeyRequired === true

  return (incoming, outgoing) => {
    const { headers } = incoming
    const { apikey } = headers
    const length = Number(headers['content-length'] ?? Number.NaN)
    const isOurs =
      incoming.url === path &&
      incoming.method === 'POST' &&
      headers.authorization === undefined &&
      (apikey === undefined ? !needsKey : apikey === config.anonKey) &&
      length <= bodyBytesMax &&
      headers.expect === undefined
    if (!isOurs) return false

    // Nothing is set aside for what is only announced.
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const id = randomUUID()
      const forwardedFor = headers['x-forwarded-for']
      accept({
        id,
        headers: headers as Readonly<Record<string, string | undefined>>,
        body: Buffer.concat(chunks),
        address: addressOf(incoming.socket.remoteAddress ?? '', typeof forwardedFor === 'string' ? forwardedFor : ''),
        userId: null,
      }).then(
        (answer) => send(outgoing, answer, id),
        (error: unknown) => {
          log.error({ err: error, requestId: id }, 'A request failed')
          send(outgoing, { status: 500, headers: {}, body: null }, id)
        },
      )
    })
    return true
  }

  function send(outgoing: ServerResponse, { status, headers, body }: EventsAnswer, id: string): void {
    const lines = [...(body === null && status === 201 ? ofEmpty : ofOthers), 'sb-request-id', id]
    for (const name in headers) lines.push(name, headers[name] ?? '')
    lines.push('content-length', String(body === null ? 0 : Buffer.byteLength(body)))
    outgoing.writeHead(status, lines)
    outgoing.end(body ?? '')
  }
}

/** Names and values in turn, of an answer to a body that is no event, without what belongs to one answer. */
async function commonHeaders(
  app: Hono<AppEnv>,
  apikey: string,
  body: string,
  expected: number,
): Promise<readonly string[]> {
  const answer = await app.request(path, { method: 'POST', headers: { apikey }, body })
  if (answer.status !== expected) throw new Error(`The way of tracking events answered ${answer.status}`)
  return [...answer.headers].flatMap(([name, value]) => (ofOneAnswer.has(name) ? [] : [name, value]))
}

const ofOneAnswer: ReadonlySet<string> = new Set([
  'sb-request-id',
  'content-range',
  'content-length',
  'content-type',
  'proxy-status',
])
