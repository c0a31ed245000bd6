export interface TextMessage {
  /** Digits with country code, without a plus. */
  readonly to: string
  readonly text: string
  readonly channel: 'sms' | 'whatsapp'
  /** Shown in the outbox. */
  readonly code: string
}

/** Hands text messages over for delivery. */
export interface SmsSender {
  /** Resolves with the provider's message id, if any; rejects with TextMessageError. */
  readonly send: (message: TextMessage) => Promise<{ readonly messageId: string | null }>
}

export class TextMessageError extends Error {
  override readonly name = 'TextMessageError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
