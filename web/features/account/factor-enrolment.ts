import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { submit, type FormOutcome, type Outcome } from '../../lib/submit.ts'
import type { DataClient } from '../../lib/data-client.ts'

export interface NewAuthenticator {
  readonly factorId: string
  /** An SVG as a data address. */
  readonly qrCode: string
  readonly secret: string
}

/** Starts enrolling an authenticator app; removes unfinished attempts first. */
export async function enrolAuthenticator(name: string): Promise<Outcome<NewAuthenticator>> {
  return submit('The authenticator app was not added.', async (client) => {
    await forgetUnfinished(client, 'totp')
    const answer = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: 'Understudy' })
    if (answer.error !== null) return answer
    const { id, totp } = answer.data
    return { data: { factorId: id, qrCode: safeImage(totp.qr_code), secret: totp.secret }, error: null }
  })
}

/** Starts enrolling a phone and sends the first code. */
export async function enrolPhone(
  name: string,
  phone: string,
): Promise<Outcome<{ readonly factorId: string; readonly challengeId: string }>> {
  return submit('The phone was not added.', async (client) => {
    await forgetUnfinished(client, 'phone')
    const enrolled = await client.auth.mfa.enroll({
      factorType: 'phone',
      friendlyName: name,
      phone: phone.replaceAll(/[^\d+]/g, ''),
    })
    if (enrolled.error !== null) return enrolled
    const asked = await client.auth.mfa.challenge({ factorId: enrolled.data.id, channel: 'sms' })
    if (asked.error !== null) return asked
    return { data: { factorId: enrolled.data.id, challengeId: asked.data.id }, error: null }
  })
}

/** Removing the last factor lowers the session's level; the refreshed token says so. */
export function removeFactor(factorId: string): Promise<FormOutcome> {
  return submit('The second factor was not removed.', async (client) => {
    const answer = await client.auth.mfa.unenroll({ factorId })
    return answer.error === null ? client.auth.refreshSession() : answer
  })
}

interface RecoveryCodes {
  readonly codes: readonly string[]
}

/** Ten codes, shown only once; earlier ones stop working. Only on our own server. */
export function newRecoveryCodes(): Promise<Outcome<RecoveryCodes>> {
  return submit('No recovery codes were created.', () =>
    fetchAsUser<RecoveryCodes>('POST', '/auth/v1/factors/recovery-codes'),
  )
}

async function forgetUnfinished({ auth }: DataClient, type: 'totp' | 'phone'): Promise<void> {
  const { data } = await auth.mfa.listFactors()
  const unfinished = data?.all.filter((factor) => factor.factor_type === type && factor.status !== 'verified') ?? []
  for (const { id } of unfinished) await auth.mfa.unenroll({ factorId: id })
}

/** auth-js leaves the SVG unescaped; a `#` in it would end the data URL. */
function safeImage(dataAddress: string): string {
  const svg = dataAddress.slice(dataAddress.indexOf(',') + 1)
  return `data:image/svg+xml;utf-8,${encodeURIComponent(svg)}`
}
