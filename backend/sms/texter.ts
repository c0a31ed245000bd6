export interface TextMessage {
  /** Digits with country code, without a plus sign. */
  readonly to: string
  readonly text: string
  readonly channel: 'sms' | 'whatsapp'
  /** Shown to a developer who reads the outbox. */
  readonly code: string
}

/** Hands text messages over to whatever delivers them. */
export interface Texter {
  /** The provider's own name for the message, when it gives one; rejects with TextMessageError. */
  readonly send: (message: TextMessage) => Promise<{ readonly messageId: string | null }>
}

export class TextMessageError extends Error {
  override readonly name = 'TextMessageError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
