import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'

import { trackerName } from '#protocol/client-config.ts'
import type { TrackingEventRow } from '#protocol/tracking-events.ts'

import { isPackedEvents, unpackEvents } from '#server/tracking/unpack-events.ts'

import { listenOnLoopback } from './listen-on-loopback.ts'

export interface HeardRequest {
  readonly headers: IncomingMessage['headers']
  readonly events: readonly TrackingEventRow[]
  /** Sent as PackedEvents. */
  readonly isPacked: boolean
}

/** A server on loopback that serves the built tracker, answers its queries, and records its posts. */
export interface TrackingListener {
  readonly origin: string
  readonly requests: readonly HeardRequest[]
  /** Accepted events only. */
  readonly events: () => readonly TrackingEventRow[]
  /** The response status of posts from now on. */
  answerWith: (status: number) => void
  readonly close: () => Promise<void>
}

export interface ListenerSettings {
  readonly ownerId?: string
  readonly leo?: object
}

export async function startTrackingListener({ ownerId, leo }: ListenerSettings = {}): Promise<TrackingListener> {
  const requests: HeardRequest[] = []
  const accepted: TrackingEventRow[] = []
  let status = 201
  const server = createServer((request, response) => void answer(request, response))
  const { origin, close } = await listenOnLoopback(server)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? ''
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'apikey, content-type, prefer, x-application-name')
    const json = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (request.method === 'OPTIONS') return void response.writeHead(url.startsWith('/rest/v1/') ? 204 : 405).end()
    if (url.startsWith('/js/')) {
      return void response.setHeader('content-type', 'text/javascript').end(readFileSync(join(distFolder, url)))
    }
    if (url === '/config.json') return void json({ supabaseUrl: origin, supabaseAnonKey: 'the anon key' })
    // Spec §7: data calls name their client.
    if (url.startsWith('/rest/v1/') && request.headers['x-application-name'] !== trackerName) {
      return void response.writeHead(400).end()
    }
    if (url === '/rest/v1/users?email=eq.owner%40example.com&select=id') return void json([{ id: ownerId }])
    if (url === `/rest/v1/chatbot_settings?user_id=eq.${ownerId}&agent_id=eq.leo&select=*`) return void json([leo])
    if (url !== '/rest/v1/user_tracking_events') return void response.writeHead(404).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const sent: unknown = JSON.parse(Buffer.concat(chunks).toString())
    const isPacked = isPackedEvents(sent)
    const body = (isPacked ? JSON.parse(unpackEvents(sent, 1_000_000)) : sent) as TrackingEventRow | TrackingEventRow[]
    const events = Array.isArray(body) ? body : [body]
    requests.push({ headers: request.headers, events, isPacked })
    if (status < 300) accepted.push(...events)
    response.writeHead(status).end()
  }

  return {
    origin,
    requests,
    events: () => accepted,
    answerWith: (next) => {
      status = next
    },
    close,
  }
}

const distFolder = join(import.meta.dirname, '../../dist')
