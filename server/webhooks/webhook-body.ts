import { createHmac } from 'node:crypto'

import { z } from 'zod'

import { webhookEvents, webhookFormats, type WebhookEvent } from '#protocol/webhooks.ts'
import { sanitizeMailText } from '#backend/mail/sanitize-mail-text.ts'

export const deliveryShape = z.object({
  id: z.string(),
  webhook_id: z.string(),
  format: z.enum(webhookFormats),
  sealed: z.string(),
  is_on: z.boolean(),
  event: z.literal(Object.keys(webhookEvents) as WebhookEvent[]),
  attempts: z.number(),
  created_at: z.string(),
  lead: z
    .looseObject({
      id: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      score: z.number().nullable(),
      demo_name: z.string(),
    })
    .nullable(),
  meeting: z
    .looseObject({
      starts_at: z.string(),
      name: z.string(),
      email: z.string(),
      time_zone: z.string(),
      demo_name: z.string(),
    })
    .nullable(),
})
export type Delivery = z.infer<typeof deliveryShape>

/** The body of a delivery, as its webhook wants it. */
export function toWebhookBody(
  { id, format, event, created_at, lead, meeting }: Omit<Delivery, 'sealed' | 'is_on' | 'attempts' | 'webhook_id'>,
  publicUrl: string,
): string {
  const url = lead === null ? null : `${publicUrl}/dashboard/leads/${lead.id}`
  if (format === 'chat') return JSON.stringify({ text: toChatText(event, lead, meeting, url) })
  return JSON.stringify({ id, type: event, timestamp: created_at, data: { lead: lead && { ...lead, url }, meeting } })
}

/** The headers of the Standard Webhooks specification, for which receivers have libraries. */
export function signedHeaders(
  id: string,
  body: string,
  secret: string,
  nowMs: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1_000))
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Understudy-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

export const secretPrefix = 'whsec_'

function toChatText(
  event: WebhookEvent,
  lead: Delivery['lead'],
  meeting: Delivery['meeting'],
  url: string | null,
): string {
  const person = meeting ?? lead
  const score = lead?.score ?? null
  const parts = [
    person === null
      ? null
      : `${forChat(person.name)} (${person.email === null ? forChat(lead?.phone ?? '') : escaped(person.email)})`,
    meeting === null ? null : `${timeText(meeting.starts_at)} UTC`,
    meeting !== null || score === null ? null : `score ${score} of 100`,
    person === null ? null : `from ${forChat(person.demo_name)}`,
  ]
  const sentence = parts.filter((part) => part !== null).join(', ')
  const heading = event === 'test' ? 'Understudy can post here' : webhookEvents[event]
  return [sentence === '' ? `${heading}.` : `${heading}: ${sentence}`, url].filter((line) => line !== null).join('\n')
}

function timeText(iso: string): string {
  return new Date(iso).toISOString().slice(0, 16).replace('T', ' ')
}

/** Visitors' words can't become links, mentions or markup. */
function forChat(text: string): string {
  return escaped(sanitizeMailText(text, wordsMax))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const wordsMax = 120
