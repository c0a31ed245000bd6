import { randomBytes, randomUUID } from 'node:crypto'

import { Hono } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { allowedUrl, OutboundError } from '#backend/http/outbound-fetch.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import { uuid } from '#domain/uuid.ts'
import { webhookFormats } from '#protocol/webhooks.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import { readJson } from '#server/http/read-json.ts'
import { refuse } from '#server/http/refusal.ts'
import { refuseUnless } from '#server/http/refuse-unless.ts'
import type { Services } from '#server/services.ts'

import { webhookSeal, webhookSender } from './send-webhooks.ts'
import { secretPrefix, toWebhookBody } from './webhook-body.ts'

/** Routes at /webhooks/v1, for admins. Addresses are never returned, the signing key only once. */
export function webhookRoutes(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const send = webhookSender(services)
  // Each test calls an address of the caller's choice.
  const tries = createRateLimit({ burst: 20, refillMs: 600_000, now: services.now })
  const server = () => backendClient(services, { role: 'service_role' })

  /** POST {workspaceId, url, format}: answers with the id and the signing key. */
  app.post('/', async (context) => {
    const body = await readJson(context, newShape)
    if (body === null) return refuse(context, 400, 'bad_request', badAddress)
    const refusal = await refuseUnless(services, context, body.workspaceId, 'admin')
    if (refusal !== null) return refusal
    if (!tries.take(body.workspaceId)) return refuse(context, 429, 'too_many', tooMany)
    const url = checkedUrl(body.url, services)
    if (url === null) return refuse(context, 400, 'bad_address', badAddress)
    const secret = `${secretPrefix}${randomBytes(24).toString('base64')}`
    const { data } = await server()
      .rpc('create_webhook', {
        p_workspace_id: body.workspaceId,
        p_format: body.format,
        p_host: url.host,
        p_sealed: webhookSeal(services).seal({ url: url.href, secret }),
      })
      .throwOnError()
    if (data === null) return refuse(context, 409, 'full', 'A workspace has 5 webhooks at most. Remove one first.')
    return context.json({ id: data as string, secret }, 201)
  })

  /** POST: posts a test event at once and answers with the outcome. */
  app.post('/:id/test', async (context) => {
    const id = context.req.param('id')
    if (!uuid.test(id)) return refuse(context, 404, 'not_found', gone)
    const { data } = await server()
      .from('webhooks')
      .select('workspace_id,format,secret:webhook_secrets(sealed)')
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    const row = data === null ? null : rowShape.parse(data)
    // Non-members must not learn which webhooks exist.
    const refusal = await refuseUnless(services, context, row?.workspace_id ?? randomUUID(), 'admin')
    if (refusal !== null) return refusal
    if (row === null) return refuse(context, 404, 'not_found', gone)
    if (!tries.take(row.workspace_id)) return refuse(context, 429, 'too_many', tooMany)
    const target = webhookSeal(services).open(row.secret.sealed)
    if (target === null)
      return refuse(context, 409, 'sealed', 'The server’s secret has changed. Add the webhook again.')
    const test = {
      id: randomUUID(),
      format: row.format,
      event: 'test' as const,
      created_at: timestamp(),
      lead: null,
      meeting: null,
    }
    const attempt = await send(target, test.id, toWebhookBody(test, services.config.publicUrl))
    await server()
      .from('webhook_deliveries')
      .insert({
        id: test.id,
        webhook_id: id,
        workspace_id: row.workspace_id,
        event: 'test',
        attempts: 1,
        due_at: null,
        delivered_at: attempt.problem === null ? timestamp() : null,
        ...attempt,
      })
      .throwOnError()
    return context.json(attempt)
  })

  return app

  function timestamp(): string {
    return new Date(services.now()).toISOString()
  }
}

/** Null for an address that is never called. Its host's addresses are checked on each call. */
function checkedUrl(text: string, { config }: Services): URL | null {
  try {
    return allowedUrl(text, config.embedded?.identity.mayCallPrivateAddresses === true)
  } catch (error) {
    if (error instanceof OutboundError) return null
    throw error
  }
}

const badAddress = 'Enter an address that starts with https and is on the public internet.'
const gone = 'This webhook does not exist.'
const tooMany = 'Too many tries. Wait a few minutes.'

const newShape = z.object({
  workspaceId: z.uuid(),
  url: z.string().trim().min(1).max(2_000),
  format: z.enum(webhookFormats),
})
const rowShape = z.object({
  workspace_id: z.string(),
  format: z.enum(webhookFormats),
  secret: z.object({ sealed: z.string() }),
})
