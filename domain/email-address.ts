/**
 * The only rule for email addresses; the SQL function is_email_address gives the same results. Hosts may have no dot.
 */
export function isEmailAddress(text: string): boolean {
  return !forbidden.test(text) && shape.test(text)
}

/** Spaces, control characters, and characters that would end the address in a mail header. */
const forbidden = /[\s\p{Cc}"(),:;<>[\\\]]/u
const shape = /^(?=.{3,255}$)[^@]{1,64}@[^@.]+(?:\.[^@.]+)*$/u

/**
 * An address without its tag: mail to ada+1@example.com arrives in the same inbox as to ada@example.com. The same
 * answers as mailbox_of in the database.
 */
export function mailboxOf(email: string): string {
  return email
    .trim()
    .toLowerCase()
    .replace(/^([^+@]+)\+[^@]*@/, '$1@')
}
