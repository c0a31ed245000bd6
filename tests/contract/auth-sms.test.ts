import { randomInt } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'
import { startSmsPeer, type SmsPeer, type SmsProviderName } from '#support/sms-peer.ts'

/* SMS codes through a provider on loopback: for sign-up, and as a second factor. */

const providers: readonly SmsProviderName[] = ['twilio', 'messagebird', 'vonage']
const password = 'correct horse'
const newPhone = (): string => `4915${randomInt(1e8, 1e9)}`

describe.each(providers)('by %s', (provider) => {
  let peer: SmsPeer
  let backend: Backend

  beforeAll(async () => {
    peer = await startSmsPeer(provider)
    backend = await startBackend({
      env: {
        ...peer.env,
        GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
        GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true',
        GOTRUE_MFA_PHONE_VERIFY_ENABLED: 'true',
        GOTRUE_MFA_PHONE_TEMPLATE: 'Factor {{ .Code }}',
        GOTRUE_RATE_LIMIT_SMS_SENT: '6',
      },
    })
  })

  afterAll(async () => {
    await backend.close()
    peer.close()
  })

  function lastCode(): string {
    return /\d{6}/.exec(peer.received.at(-1)?.text ?? '')?.[0] ?? ''
  }

  /** A signed-in account with an unverified phone as its second factor. */
  async function enrolled() {
    const { client } = await backend.signUp()
    const phone = newPhone()
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone: `+${phone}` })
    if (error !== null) throw error
    return { client, phone, factorId: data.id }
  }

  test('signs up a number; an unreachable one gets an error and may retry at once', async () => {
    const phone = newPhone()
    const client = backend.anonClient()
    peer.isRefusing = true
    expect((await client.auth.signUp({ phone, password })).error).toMatchObject({
      status: 422,
      code: 'sms_send_failed',
    })
    expect((await client.auth.signInWithOtp({ phone })).error).toMatchObject({ status: 422, code: 'sms_send_failed' })
    expect((await client.auth.resend({ type: 'sms', phone })).error).toMatchObject({
      status: 422,
      code: 'sms_send_failed',
    })
    peer.isRefusing = false
    expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull()
    expect(peer.received.at(-1)).toMatchObject({ to: `+${phone}`, isAuthorised: true })
    expect((await client.auth.verifyOtp({ phone, token: lastCode(), type: 'sms' })).error).toBeNull()
    backend.passTime(3_600_000)
  })

  test('a phone becomes the second factor by its code', async () => {
    const { client, phone, factorId } = await enrolled()
    const asked = await client.auth.mfa.challenge({ factorId })
    expect(asked.error).toBeNull()
    expect(peer.received.at(-1)).toEqual({
      to: `+${phone}`,
      text: expect.stringMatching(/^Factor \d{6}$/) as string,
      isAuthorised: true,
    })
    const challengeId = asked.data?.id ?? ''
    const code = lastCode()
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: wrong })).error).toMatchObject({ status: 422 })
    expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull()
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal2' })
    expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toMatchObject({ status: 422 })
  })

  test('a failed message does not delay the next one', async () => {
    const { client, factorId } = await enrolled()
    peer.isRefusing = true
    const failed = await client.auth.mfa.challenge({ factorId })
    expect(failed.error).toMatchObject({ status: 500, message: 'error sending message' })
    peer.isRefusing = false
    expect((await client.auth.mfa.challenge({ factorId })).error).toBeNull()
    expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject({
      status: 429,
      code: 'over_sms_send_rate_limit',
    })
  })

  test('sends no more messages an hour than the operator allows', async () => {
    backend.passTime(3_600_000)
    const before = peer.received.length
    const factors = await Promise.all(Array.from({ length: 3 }, enrolled))
    for (const { client, factorId } of factors) expect((await client.auth.mfa.challenge({ factorId })).error).toBeNull()
    for (let count = 0; count < 3; count += 1) {
      expect((await backend.anonClient().auth.signInWithOtp({ phone: newPhone() })).error).toBeNull()
    }
    const { client, factorId } = await enrolled()
    for (const { error } of [
      await client.auth.mfa.challenge({ factorId }),
      await backend.anonClient().auth.signInWithOtp({ phone: newPhone() }),
      await backend.anonClient().auth.signUp({ phone: newPhone(), password }),
    ]) {
      expect(error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
    }
    expect(peer.received.length - before).toBe(6)
  })
})
