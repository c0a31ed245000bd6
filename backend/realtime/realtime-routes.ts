import { Hono, type Context } from 'hono'
import { z } from 'zod'

import { createClientAddress } from '#backend/http/client-address.ts'
import { parseJsonOrUndefined } from '#backend/http/parse-bounded-json.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { logFailure } from '#backend/http/log-failure.ts'
import { readBody } from '#backend/http/read-body.ts'
import type { Services } from '#backend/services.ts'

import { askPermissions, toViewer, type Permissions } from './realtime-access.ts'
import { roomOf } from './realtime-channel.ts'
import type { RealtimeHub } from './realtime-hub.ts'
import { freeBytes } from './realtime-limits.ts'
import { headersForPolicies } from './request-headers.ts'

/** The HTTP part of realtime/v1: broadcasting by request. */
export function realtimeRoutes(services: Services, hub: RealtimeHub): Hono<AppEnv> {
  const addressOf = createClientAddress(services.config.trustedProxies)
  const app = new Hono<AppEnv>()
  app.onError((error, context) => {
    logFailure(services.log, error, context.get('requestId'), 'A realtime request failed')
    return context.json({ message: 'Something went wrong on our side. Please try again.' }, 500)
  })

  app.use('/api/*', async (context, next) => {
    if (context.get('tokenProblem') !== null || context.get('caller').claims === null) {
      return context.json({ message: 'Unauthorized' }, 401)
    }
    return next()
  })

  app.post('/api/broadcast', async (context) => {
    // The first message is counted before the body is read, so that refused bodies cost nothing.
    if (!mayBroadcast(context)) return tooMany(context)
    const bytes = await readBody(context.req.raw, hub.limits.payloadBytes)
    if (bytes === null) return context.json({ message: 'Payload size exceeds limit' }, 413)
    if (!mayParse(context, bytes)) return tooMany(context)
    const parsed = batchShape.safeParse(parseJsonOrUndefined(bytes))
    if (!parsed.success) return context.json({ errors: { messages: ['is invalid'] } }, 422)
    const { messages } = parsed.data
    if (messages.slice(1).some(() => !mayBroadcast(context))) return tooMany(context)
    const allowed = new Map<string, boolean>()
    for (const { topic, event, payload, private: isPrivate } of messages) {
      const content = JSON.stringify(payload ?? {})
      if (!maySpread(context, { topic, isPrivate, bytes: Buffer.byteLength(content) })) return tooMany(context)
      // Drops messages without permission; the others are sent.
      if (isPrivate && !allowed.has(topic))
        allowed.set(topic, (await permissions(context, topic))?.broadcast.write === true)
      if (isPrivate && allowed.get(topic) !== true) continue
      hub.rooms.broadcast(topic, isPrivate, { event, content })
    }
    return context.body(null, 202)
  })

  app.post('/api/broadcast/:topic/events/:event', async (context) => {
    const { topic, event } = context.req.param()
    const isPrivate = context.req.query('private') === 'true'
    if (!mayBroadcast(context)) return tooMany(context)
    const bytes = await readBody(context.req.raw, hub.limits.payloadBytes)
    if (bytes === null) return context.json({ message: 'Payload size exceeds limit' }, 413)
    if (!mayParse(context, bytes)) return tooMany(context)
    const isBinary = context.req.header('content-type')?.startsWith('application/octet-stream') === true
    if (!isBinary && parseJsonOrUndefined(bytes) === undefined)
      return context.json({ message: 'The payload is not JSON' }, 422)
    if (isPrivate && (await permissions(context, topic))?.broadcast.write !== true) {
      return context.json({ message: `You do not have permissions to write to this Channel topic: ${topic}` }, 403)
    }
    if (!maySpread(context, { topic, isPrivate, bytes: bytes.byteLength })) return tooMany(context)
    hub.rooms.broadcast(topic, isPrivate, { event, content: isBinary ? bytes : new TextDecoder().decode(bytes) })
    return context.body(null, 202)
  })

  app.all('*', (context) => context.json({ message: 'Not Found' }, 404))
  return app

  function mayBroadcast(context: Context<AppEnv>): boolean {
    const { role, claims } = context.get('caller')
    const account = typeof claims?.['sub'] === 'string' ? claims['sub'] : null
    return role === 'service_role' || hub.mayBroadcast(account, addressOf(context) ?? '')
  }

  /** Bodies share the limit of frames over sockets. */
  function mayParse(context: Context<AppEnv>, { byteLength }: Uint8Array): boolean {
    if (context.get('caller').role === 'service_role' || byteLength <= freeBytes) return true
    return hub.mayRead(addressOf(context) ?? '', byteLength)
  }

  function maySpread(
    context: Context<AppEnv>,
    message: { readonly topic: string; readonly isPrivate: boolean; readonly bytes: number },
  ): boolean {
    if (context.get('caller').role === 'service_role') return true
    const receivers = hub.rooms.sizeOf(roomOf(message.topic, message.isPrivate))
    return hub.maySpread(addressOf(context) ?? '', message.bytes, receivers)
  }

  async function permissions(context: Context<AppEnv>, topic: string): Promise<Permissions | null> {
    const { role, claims } = context.get('caller')
    const bearer = { role, claims: claims ?? {}, expiresAtMs: 0, sessionId: null, userId: null }
    const headers = headersForPolicies(Object.fromEntries(context.req.raw.headers))
    return askPermissions(services.database, toViewer(bearer, headers), topic)
  }
}

const batchShape = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1),
        event: z.string().min(1),
        payload: z.unknown(),
        private: z
          .boolean()
          .nullish()
          .transform((value) => value === true),
      }),
    )
    .max(100),
})

function tooMany(context: Context<AppEnv>): Response {
  return context.json({ message: 'You have exceeded your rate limit' }, 429)
}
