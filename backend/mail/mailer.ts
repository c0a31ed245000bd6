export interface Mail {
  /** A single bare address, without a display name. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** A calendar invitation or cancellation. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
  /** Shown in the outbox, never sent. */
  readonly note: MailNote
}

export interface MailNote {
  readonly kind: string
  readonly link: string | null
  readonly code: string | null
}

/** Hands mails over for delivery. */
export interface Mailer {
  /** Resolves once the mail was accepted; rejects with MailError. */
  readonly send: (mail: Mail) => Promise<void>
  readonly close: () => void
}

/** The mail was not accepted; says whether a retry may help. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly isRetryable: boolean

  constructor(message: string, isRetryable: boolean, cause?: unknown) {
    super(message, { cause })
    this.isRetryable = isRetryable
  }
}
