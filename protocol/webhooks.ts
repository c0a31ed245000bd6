/** `chat` posts `{text}`. */
export const webhookFormats = ['json', 'chat'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** Each event with its name for people. */
export const webhookEvents = {
  test: 'Test',
  'lead.created': 'New lead',
  'lead.updated': 'Lead update',
  'meeting.booked': 'Meeting booked',
  'meeting.moved': 'Meeting moved',
  'meeting.cancelled': 'Meeting cancelled',
} as const
export type WebhookEvent = keyof typeof webhookEvents
