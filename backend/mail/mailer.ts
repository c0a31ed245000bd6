export interface Mail {
  /** One address, nothing else: never a list, never a name with an address. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** An invitation that mail programs take into the calendar, or out of it. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
  /** What the mail is about; shown to a developer who reads the outbox, never sent. */
  readonly note: MailNote
}

export interface MailNote {
  readonly kind: string
  readonly link: string | null
  readonly code: string | null
}

/** Hands mails over to whatever delivers them. */
export interface Mailer {
  /** Resolves once somebody else is responsible for the mail; rejects with MailError. */
  readonly send: (mail: Mail) => Promise<void>
  readonly close: () => void
}

/** A mail that was not taken. Trying again may help, or is useless. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly isRetryable: boolean

  constructor(message: string, isRetryable: boolean, cause?: unknown) {
    super(message, { cause })
    this.isRetryable = isRetryable
  }
}
