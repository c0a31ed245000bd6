import type { Outbox } from '#backend/mail/outbox.ts'

import { createMessagebirdSender } from './messagebird-sender.ts'
import { createOutboxSmsSender } from './outbox-sms-sender.ts'
import type { SmsProviderConfig } from './sms-config.ts'
import type { SmsSender } from './sms-sender.ts'
import { createTwilioSender } from './twilio-sender.ts'
import { createVonageSender } from './vonage-sender.ts'

/** The configured provider, or the outbox. */
export function openSmsSender(provider: SmsProviderConfig | null, outbox: Outbox): SmsSender {
  switch (provider?.type) {
    case 'twilio':
      return createTwilioSender(provider)
    case 'messagebird':
      return createMessagebirdSender(provider)
    case 'vonage':
      return createVonageSender(provider)
    case undefined:
      return createOutboxSmsSender(outbox)
  }
}
