import { randomUUID } from 'node:crypto'

import type { Outbox } from '#backend/mail/outbox.ts'

import type { SmsSender } from './sms-sender.ts'

export function createOutboxSmsSender(outbox: Outbox): SmsSender {
  return {
    send: async ({ to, text, channel, code }) => {
      await outbox.add({ channel, to: `+${to}`, kind: 'code', subject: '', text, link: null, code })
      return { messageId: randomUUID() }
    },
  }
}
