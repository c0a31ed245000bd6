import { queryOptions } from '@tanstack/react-query'

import type { WebhookEvent, WebhookFormat } from '#protocol/webhooks.ts'

import { ask, mustChange } from '../../lib/call-backend.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { submit, type FormOutcome, type Outcome } from '../../lib/submit.ts'

export interface WebhookDelivery {
  readonly event: WebhookEvent
  readonly status: number | null
  readonly problem: string | null
  readonly attempts: number
  readonly created_at: string
  /** Null once delivered or given up. */
  readonly due_at: string | null
  readonly delivered_at: string | null
}

export interface Webhook {
  readonly id: string
  readonly format: WebhookFormat
  readonly host: string
  readonly is_on: boolean
  /** The newest one. */
  readonly deliveries: readonly WebhookDelivery[]
}

export function webhooksQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'webhooks'],
    queryFn: () =>
      ask('settingsFailed', (client) =>
        client
          .from('webhooks')
          .select(
            'id,format,host,is_on,deliveries:webhook_deliveries(event,status,problem,attempts,created_at,due_at,delivered_at)',
          )
          .eq('workspace_id', workspaceId)
          .order('created_at')
          .order('created_at', { referencedTable: 'deliveries', ascending: false })
          .limit(1, { referencedTable: 'deliveries' })
          .overrideTypes<Webhook[], { merge: false }>(),
      ),
  })
}

export interface NewWebhook {
  readonly workspaceId: string
  readonly url: string
  readonly format: WebhookFormat
}

/** Returns the signing key, which is shown only once. */
export function createWebhook(webhook: NewWebhook): Promise<Outcome<{ readonly id: string; readonly secret: string }>> {
  return submit('The webhook was not added.', () =>
    fetchAsUser<{ id: string; secret: string }>('POST', '/webhooks/v1', webhook),
  )
}

/** Posts a test event; `problem` is null if it was delivered. */
export function testWebhook(
  id: string,
): Promise<Outcome<{ readonly status: number | null; readonly problem: string | null }>> {
  return submit('The test was not sent.', () =>
    fetchAsUser<{ status: number | null; problem: string | null }>('POST', `/webhooks/v1/${id}/test`),
  )
}

export function switchWebhook(id: string, isOn: boolean): Promise<FormOutcome> {
  return submit('The webhook was not changed.', async (client) =>
    mustChange(await client.from('webhooks').update({ is_on: isOn }).eq('id', id).select('id')),
  )
}

export function removeWebhook(id: string): Promise<FormOutcome> {
  return submit('The webhook was not removed.', async (client) =>
    mustChange(await client.from('webhooks').delete().eq('id', id).select('id')),
  )
}
