/**
 * The only rule for email addresses; the SQL function is_email_address gives the same results. Hosts may have no dot.
 */
export function isEmailAddress(text: string): boolean {
  return !forbidden.test(text) && shape.test(text)
}

/** Spaces, control characters, and characters that would end the address in a mail header. */
const forbidden = /[\s\p{Cc}"(),:;<>[\\\]]/u
const shape = /^(?=.{3,255}$)[^@]{1,64}@[^@.]+(?:\.[^@.]+)*$/u
