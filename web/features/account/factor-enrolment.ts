import { loadClient } from '../../lib/backend.ts'
import { attempt, failedOutcome, type FormOutcome } from '../../lib/sign-in.ts'
import { changeSignedIn, type CallOutcome } from '../../lib/signed-in-calls.ts'

export interface NewAuthenticator {
  readonly factorId: string
  /** An SVG as a data address. */
  readonly qrCode: string
  readonly secret: string
}

export type Enrolment<T> = { readonly ok: true; readonly value: T } | (FormOutcome & { readonly ok: false })

/** Begins an authenticator app. What an earlier visit began and did not finish goes first, with its name. */
export async function enrolAuthenticator(name: string): Promise<Enrolment<NewAuthenticator>> {
  let value: NewAuthenticator | undefined
  const outcome = await attempt('The authenticator app was not added.', async (client) => {
    await forgetUnfinished('totp')
    const { data, error } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: name,
      issuer: 'Understudy',
    })
    if (error === null) value = { factorId: data.id, qrCode: safeImage(data.totp.qr_code), secret: data.totp.secret }
    return { error }
  })
  return finished(outcome, value)
}

/** Begins a phone and has the first code texted to it. */
export async function enrolPhone(
  name: string,
  phone: string,
): Promise<Enrolment<{ readonly factorId: string; readonly challengeId: string }>> {
  let value: { readonly factorId: string; readonly challengeId: string } | undefined
  const outcome = await attempt('The phone was not added.', async (client) => {
    await forgetUnfinished('phone')
    const enrolled = await client.auth.mfa.enroll({
      factorType: 'phone',
      friendlyName: name,
      phone: phone.replaceAll(/[^\d+]/g, ''),
    })
    if (enrolled.error !== null) return enrolled
    const asked = await client.auth.mfa.challenge({ factorId: enrolled.data.id, channel: 'sms' })
    if (asked.error === null) value = { factorId: enrolled.data.id, challengeId: asked.data.id }
    return { error: asked.error }
  })
  return finished(outcome, value)
}

/** Without a second step left, the session is worth its first one again; the new token says so. */
export function removeFactor(factorId: string): Promise<FormOutcome> {
  return attempt('The second step was not removed.', async (client) => {
    const { error } = await client.auth.mfa.unenroll({ factorId })
    return error === null ? client.auth.refreshSession() : { error }
  })
}

/** Ten codes, shown this once; those before stop working. Our own server's alone. */
export function newRecoveryCodes(): Promise<CallOutcome<{ readonly codes: readonly string[] }>> {
  return changeSignedIn('No recovery codes were made.', 'POST', '/auth/v1/factors/recovery-codes')
}

async function forgetUnfinished(type: 'totp' | 'phone'): Promise<void> {
  const client = await loadClient()
  const { data } = await client.auth.mfa.listFactors()
  const unfinished = data?.all.filter((factor) => factor.factor_type === type && factor.status !== 'verified') ?? []
  for (const { id } of unfinished) await client.auth.mfa.unenroll({ factorId: id })
}

function finished<T>(outcome: FormOutcome, value: T | undefined): Enrolment<T> {
  if (!outcome.ok) return outcome
  if (value !== undefined) return { ok: true, value }
  return failedOutcome('The second step was not added.', { message: '' }) as FormOutcome & { readonly ok: false }
}

/** auth-js puts the SVG behind the comma as it is; a `#` in it would end the address. */
function safeImage(dataAddress: string): string {
  const svg = dataAddress.slice(dataAddress.indexOf(',') + 1)
  return `data:image/svg+xml;utf-8,${encodeURIComponent(svg)}`
}
