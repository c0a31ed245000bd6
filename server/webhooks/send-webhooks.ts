import { z } from 'zod'

import { createOutboundFetch, OutboundError, type OutboundFetch } from '#backend/http/outbound-fetch.ts'
import { createSeal } from '#backend/mail/sealed-text.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { Services } from '#server/services.ts'

import { deliveryShape, signedHeaders, toWebhookBody, type Delivery } from './webhook-body.ts'

/** Where a webhook posts, and the key of its signatures. */
export interface WebhookTarget {
  readonly url: string
  readonly secret: string
}

/** The result of one attempt; `problem` is null when it was delivered. */
export interface Attempt {
  readonly status: number | null
  readonly problem: string | null
}

/**
 * Posts due events to the webhooks of their workspaces. Pending ones live in the database, so no crash loses one; at
 * worst one is sent twice, with the same id. Never rejects.
 */
export async function sendWebhooks(services: Services): Promise<void> {
  if (services.config.serviceRoleKey === '') return
  const call = procedureCaller(services)
  const send = webhookSender(services)
  const post = async (delivery: Delivery): Promise<void> => {
    const { attempt, canRetry } = await tryDelivery(services, send, delivery)
    await call('finish_webhook_delivery', {
      p_id: delivery.id,
      p_status: attempt.status,
      p_problem: attempt.problem,
      p_retry_seconds: canRetry ? (retrySeconds[delivery.attempts - 1] ?? null) : null,
    })
  }
  // Each slot is refilled as soon as it is free, so that a slow address doesn't delay the others.
  const running = new Set<Promise<void>>()
  try {
    for (;;) {
      const deliveries = claimShape.parse(await call('claim_webhook_deliveries', { p_most: atOnce - running.size }))
      for (const delivery of deliveries) {
        const posted = post(delivery)
          .catch((error: unknown) => services.log.warn({ err: error }, 'Could not post a webhook; will retry'))
          .finally(() => running.delete(posted))
        running.add(posted)
      }
      if (running.size === 0) return
      await Promise.race(running)
    }
  } catch (error) {
    services.log.warn({ err: error }, 'Could not post webhooks; will retry')
    await Promise.allSettled(running)
  }
}

/** Checks now and every 15 seconds for events that are due; returns a stop function. */
export function startWebhooks(services: Services): () => void {
  let isBusy = false
  const run = () => {
    if (isBusy) return
    isBusy = true
    void sendWebhooks(services).finally(() => (isBusy = false))
  }
  const timer = setInterval(run, everyMs)
  timer.unref()
  run()
  return () => clearInterval(timer)
}

/** Posts one body; every failure is an outcome. */
export function webhookSender(
  services: Services,
): (target: WebhookTarget, id: string, body: string) => Promise<Attempt> {
  const mayCallPrivateAddresses = services.config.embedded?.identity.mayCallPrivateAddresses === true
  const post: OutboundFetch = createOutboundFetch({ mayCallPrivateAddresses, timeoutMs: 8_000, bytesMax: 64 * 1024 })
  return async ({ url, secret }, id, body) => {
    try {
      const headers = signedHeaders(id, body, secret, services.now())
      const { status } = await post(url, { method: 'POST', headers, body, redirect: 'manual' })
      return { status, problem: status >= 200 && status < 300 ? null : `The address answered ${status}` }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return { status: null, problem: error.message }
    }
  }
}

/** Keeps addresses and signing keys unreadable in the database. */
export function webhookSeal({ config }: Services) {
  const seal = createSeal(config.serviceRoleKey, 'understudy webhook')
  return {
    seal: (target: WebhookTarget) => seal.seal(JSON.stringify(target)),
    /** Null when sealed with another secret. */
    open: (sealed: string): WebhookTarget | null => {
      const text = seal.open(sealed)
      return text === null ? null : targetShape.parse(JSON.parse(text))
    },
  }
}

async function tryDelivery(
  services: Services,
  send: ReturnType<typeof webhookSender>,
  delivery: Delivery,
): Promise<{ readonly attempt: Attempt; readonly canRetry: boolean }> {
  const giveUp = (problem: string) => ({ attempt: { status: null, problem }, canRetry: false })
  if (!delivery.is_on) return giveUp('The webhook was paused')
  const target = webhookSeal(services).open(delivery.sealed)
  if (target === null) return giveUp('The server’s secret has changed; add the webhook again')
  const attempt = await send(target, delivery.id, toWebhookBody(delivery, services.config.publicUrl))
  // 410: the receiver doesn't want this event.
  return { attempt, canRetry: attempt.status !== 410 }
}

const everyMs = 15_000
const atOnce = 32
/** After the first, second … failed attempt; then it is given up, a day after the event. */
const retrySeconds = [60, 300, 1_800, 7_200, 28_800, 43_200]
const claimShape = z.array(deliveryShape)
const targetShape = z.object({ url: z.string(), secret: z.string() })
