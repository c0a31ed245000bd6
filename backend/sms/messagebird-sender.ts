import { postForm } from './post-form.ts'
import { TextMessageError, type SmsSender } from './sms-sender.ts'

export interface MessagebirdOptions {
  readonly accessKey: string
  readonly originator: string
  readonly origin?: string
  readonly timeoutMs?: number
}

/** MessageBird's messages API; SMS only. */
export function createMessagebirdSender(options: MessagebirdOptions): SmsSender {
  const { accessKey, originator, origin = 'https://rest.messagebird.com', timeoutMs } = options
  return {
    send: async ({ to, text, channel }) => {
      if (channel !== 'sms') throw new TextMessageError('MessageBird sends text messages only')
      const fields = { originator, body: text, recipients: to, type: 'sms', datacoding: 'unicode' }
      const headers = { authorization: `AccessKey ${accessKey}` }
      const { isOk, body } = await postForm(`${origin}/messages`, fields, headers, timeoutMs)
      if (!isOk || Array.isArray(body['errors'])) {
        throw new TextMessageError(`MessageBird refused the message: ${JSON.stringify(body['errors'] ?? null)}`)
      }
      return { messageId: typeof body['id'] === 'string' ? body['id'] : null }
    },
  }
}
