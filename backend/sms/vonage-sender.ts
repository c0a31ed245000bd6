import { postForm } from './post-form.ts'
import { TextMessageError, type SmsSender } from './sms-sender.ts'

export interface VonageOptions {
  readonly apiKey: string
  readonly apiSecret: string
  readonly from: string
  readonly origin?: string
  readonly timeoutMs?: number
}

/** Vonage's SMS API, which answers 200 even to refusals, with a status per message. */
export function createVonageSender(options: VonageOptions): SmsSender {
  const { apiKey, apiSecret, from, origin = 'https://rest.nexmo.com', timeoutMs } = options
  return {
    send: async ({ to, text, channel }) => {
      if (channel !== 'sms') throw new TextMessageError('Vonage sends text messages only')
      const isPlain = /^[\x20-\x7e\n]*$/.test(text)
      const fields = { from, to, text, api_key: apiKey, api_secret: apiSecret, ...(!isPlain && { type: 'unicode' }) }
      const { isOk, status, body } = await postForm(`${origin}/sms/json`, fields, {}, timeoutMs)
      const [first] = Array.isArray(body['messages']) ? (body['messages'] as Record<string, unknown>[]) : []
      if (!isOk || first === undefined || first['status'] !== '0') {
        throw new TextMessageError(
          `Vonage refused the message: ${String(first?.['status'] ?? status)} ${String(first?.['error-text'] ?? '')}`,
        )
      }
      return { messageId: typeof first['message-id'] === 'string' ? first['message-id'] : null }
    },
  }
}
