import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Hono } from 'hono'

import { trackingTable } from '#protocol/tracking-events.ts'
import { createAddressReader } from '#backend/http/client-address.ts'
import { trackBody } from '#backend/http/incomplete-bodies.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { createBodyBuffer, piecesLimit } from '#backend/http/read-body.ts'
import type { Services } from '#server/services.ts'

import { bodyBytesMax, type EventsAnswer } from './accept-events.ts'

/** Answers the request and returns true, or returns false without touching it. */
export type FastPath = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

const path = `/rest/v1/${trackingTable}`

/**
 * Handles the tracker's own posts, most of a busy server's requests, without Hono's per-request objects, which cost
 * more than the event. Takes only requests that need no token check (anon key or none) and declare a length. Copies the
 * response headers from the app, so both paths answer alike.
 */
export async function createFastPath(services: Services, app: Hono<AppEnv>): Promise<FastPath> {
  const { config, log, tracking } = services
  const { accept } = tracking
  const addressOf = createAddressReader(config.trustedProxies)
  const acceptedHeaders = await commonHeaders(app, config.anonKey, '[]', 201)
  const refusedHeaders = await commonHeaders(app, config.anonKey, '[', 400)
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

    // Allocates nothing for a declared length.
    const body = createBodyBuffer(bodyBytesMax)
    const mayRead = piecesLimit()
    const held = trackBody(() => incoming.destroy())
    incoming.on('data', (chunk: Buffer) => {
      if (mayRead(chunk.byteLength) && body.add(chunk)) held.add(chunk.byteLength)
      else incoming.destroy()
    })
    incoming.on('close', held.release)
    incoming.on('end', () => {
      const id = randomUUID()
      const forwardedFor = headers['x-forwarded-for']
      accept({
        id,
        headers: headers as Readonly<Record<string, string | undefined>>,
        body: body.content(),
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
    const lines = [...(body === null && status === 201 ? acceptedHeaders : refusedHeaders), 'sb-request-id', id]
    for (const name in headers) lines.push(name, headers[name] ?? '')
    lines.push('content-length', String(body === null ? 0 : Buffer.byteLength(body)))
    outgoing.writeHead(status, lines)
    outgoing.end(body ?? '')
  }
}

/** Header names and values in turn, from the app's answer to an invalid event, without per-response headers. */
async function commonHeaders(
  app: Hono<AppEnv>,
  apikey: string,
  body: string,
  expected: number,
): Promise<readonly string[]> {
  const answer = await app.request(path, { method: 'POST', headers: { apikey }, body })
  if (answer.status !== expected) throw new Error(`The tracking route answered ${answer.status}`)
  return [...answer.headers].flatMap(([name, value]) => (perResponseHeaders.has(name) ? [] : [name, value]))
}

const perResponseHeaders: ReadonlySet<string> = new Set([
  'sb-request-id',
  'content-range',
  'content-length',
  'content-type',
  'proxy-status',
])
