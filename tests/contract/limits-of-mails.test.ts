import { randomUUID } from 'node:crypto'

import { afterEach, describe, expect, it } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'
import { requestsFrom } from '#support/requests-from.ts'

/* Limits on mails, so that one network or inbox doesn't use up those of others. */

let backend: Backend
const { send, post } = requestsFrom(() => backend)

afterEach(() => backend.close())

describe('mails', () => {
  it('are still sent for others when one network has used up its share', async () => {
    backend = await startBackend({
      env: { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_RATE_LIMIT_EMAIL_SENT: '30' },
    })
    const recover = async (address: string) =>
      (await post(address, '/auth/v1/recover', { email: `${randomUUID()}@example.com` })).status
    const statuses: number[] = []
    for (let index = 1; index <= 15; index += 1) statuses.push(await recover(`2001:db8:8:${index}::1`))
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(await recover('203.0.113.30')).toBe(200)
  })

  it('reach one inbox at most 20 times an hour, however its address is tagged', async () => {
    backend = await startBackend({
      env: { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000' },
    })
    const ask = async (email: string, address: string) =>
      (await post(address, '/auth/v1/otp', { email, create_user: true })).status
    const statuses: number[] = []
    for (let index = 1; index <= 12; index += 1) statuses.push(await ask(`ada+${index}@example.com`, '203.0.113.70'))
    expect(statuses.filter((status) => status === 200)).toHaveLength(11)
    for (let index = 13; index <= 24; index += 1) {
      statuses.push(await ask(`ada+${index}@example.com`, `203.0.113.${index + 70}`))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(await ask('grace@example.com', '203.0.113.70')).toBe(200)
  })

  it('are still sent for others when accounts of one network ask for codes', async () => {
    backend = await startBackend({ env: { GOTRUE_RATE_LIMIT_EMAIL_SENT: '30' } })
    const accounts = await Promise.all(Array.from({ length: 12 }, () => backend.signUp()))
    const statuses = await Promise.all(
      accounts.map(async ({ session }) => {
        const headers = { authorization: `Bearer ${session.access_token}` }
        return (await send('203.0.113.66', '/auth/v1/reauthenticate', { headers })).status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    const email = accounts[0]?.user.email
    expect((await post('203.0.113.66', '/auth/v1/recover', { email })).status).toBe(429)
    expect((await post('203.0.113.67', '/auth/v1/recover', { email })).status).toBe(200)
  })
})
