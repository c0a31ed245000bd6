import type { Outbox } from '#backend/mail/outbox.ts'

import { createMessagebirdTexter } from './messagebird-texter.ts'
import { createOutboxTexter } from './outbox-texter.ts'
import type { SmsProviderConfig } from './sms-config.ts'
import type { Texter } from './texter.ts'
import { createTwilioTexter } from './twilio-texter.ts'
import { createVonageTexter } from './vonage-texter.ts'

/** The configured provider, or the outbox. */
export function openTexter(provider: SmsProviderConfig | null, outbox: Outbox): Texter {
  switch (provider?.type) {
    case 'twilio':
      return createTwilioTexter(provider)
    case 'messagebird':
      return createMessagebirdTexter(provider)
    case 'vonage':
      return createVonageTexter(provider)
    case undefined:
      return createOutboxTexter(outbox)
  }
}
