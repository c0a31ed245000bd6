import { postForm } from './post-form.ts'
import { TextMessageError, type SmsSender } from './sms-sender.ts'

export interface TwilioOptions {
  readonly accountSid: string
  readonly authToken: string
  /** A messaging service (MG…) or a phone number. */
  readonly sender: string
  readonly origin?: string
  readonly timeoutMs?: number
}

/** Twilio's Messages API, also for WhatsApp. */
export function createTwilioSender(options: TwilioOptions): SmsSender {
  const { accountSid, authToken, sender, origin = 'https://api.twilio.com', timeoutMs } = options
  const address = `${origin}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    send: async ({ to, text, channel }) => {
      const prefix = channel === 'whatsapp' ? 'whatsapp:' : ''
      const from = sender.startsWith('MG') ? { MessagingServiceSid: sender } : { From: `${prefix}${sender}` }
      const fields = { To: `${prefix}+${to}`, Channel: channel, Body: text, ...from }
      const { isOk, status, body } = await postForm(address, fields, { authorization }, timeoutMs)
      if (!isOk || body['status'] === 'failed' || body['status'] === 'undelivered') {
        throw new TextMessageError(
          `Twilio refused the message: ${String(body['code'] ?? status)} ${String(body['message'] ?? '')}`,
        )
      }
      return { messageId: typeof body['sid'] === 'string' ? body['sid'] : null }
    },
  }
}
