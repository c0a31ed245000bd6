import { withCaptcha } from './sign-in.ts'
import { submit, type FormOutcome, type Outcome } from './submit.ts'
import { landingAddress } from './sign-in-state.ts'

/* Codes and links by email or text message. Never reveals whether an account exists. */

type Captcha = string | undefined

const notSent = 'Nothing was sent.'
const notAccepted = 'This code was not accepted.'

/** A link and a code to sign in with. An address without an account gets no mail, and the same answer. */
export async function askForMailCode(email: string, returnTo: string, captchaToken: Captcha): Promise<FormOutcome> {
  const options = {
    shouldCreateUser: false,
    emailRedirectTo: landingAddress(returnTo),
    ...withCaptcha(captchaToken),
  }
  return unlessUnknown(await submit(notSent, (client) => client.auth.signInWithOtp({ email: email.trim(), options })))
}

/** `mayCreate`: a number without an account gets one. */
export async function askForTextCode(phone: string, mayCreate: boolean, captchaToken: Captcha): Promise<FormOutcome> {
  const options = { shouldCreateUser: mayCreate, ...withCaptcha(captchaToken) }
  const outcome = await submit(notSent, (client) => client.auth.signInWithOtp({ phone: numberOf(phone), options }))
  return mayCreate ? outcome : unlessUnknown(outcome)
}

export function askForRecovery(email: string, returnTo: string, captchaToken: Captcha): Promise<FormOutcome> {
  const redirectTo = landingAddress(`/reset-password?from=${encodeURIComponent(returnTo)}`)
  return submit(notSent, (client) =>
    client.auth.resetPasswordForEmail(email.trim(), { redirectTo, ...withCaptcha(captchaToken) }),
  )
}

/** Resends the confirmation of a new account. */
export function askForConfirmation(email: string, returnTo: string, captchaToken: Captcha): Promise<FormOutcome> {
  const options = { emailRedirectTo: landingAddress(returnTo), ...withCaptcha(captchaToken) }
  return submit(notSent, (client) => client.auth.resend({ type: 'signup', email: email.trim(), options }))
}

/** `isInvited`: the account comes from an invitation just accepted, and has no password yet. */
export interface CodeAccepted {
  readonly isInvited: boolean
}

/** Signs in with an emailed code; `recovery` starts a session for changing the password. */
export function giveMailCode(email: string, code: string, type: 'email' | 'recovery'): Promise<Outcome<CodeAccepted>> {
  return submit(notAccepted, async (client) => {
    const answer = await client.auth.verifyOtp({ email: email.trim(), token: digitsOf(code), type })
    if (answer.error !== null) return answer
    const { user } = answer.data
    const isInvited = user?.invited_at !== undefined && isFirstTime(user.confirmed_at, user.last_sign_in_at)
    return { data: { isInvited }, error: null }
  })
}

export function giveTextCode(phone: string, code: string): Promise<FormOutcome> {
  return submit(notAccepted, (client) =>
    client.auth.verifyOtp({ phone: numberOf(phone), token: digitsOf(code), type: 'sms' }),
  )
}

/** Strips spaces and dashes that people copy with a code. */
export function digitsOf(code: string): string {
  return code.replace(/\D/g, '')
}

/** Strips the separators people type between digits. */
function numberOf(phone: string): string {
  return phone.replace(/[\s().\-/]/g, '')
}

/** One transaction confirms and signs in. */
function isFirstTime(confirmedAt: string | undefined, signedInAt: string | undefined): boolean {
  return confirmedAt !== undefined && signedInAt !== undefined && Date.parse(confirmedAt) === Date.parse(signedInAt)
}

function unlessUnknown(outcome: FormOutcome): FormOutcome {
  return !outcome.ok && (outcome.code === 'otp_disabled' || outcome.code === 'signup_disabled') ? { ok: true } : outcome
}
