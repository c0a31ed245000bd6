import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'
import { lastMessageTo } from '#support/outbox.ts'
import { inNetwork, requestsFrom } from '#support/requests-from.ts'
import { makeTrackedDemo } from '#support/tracked-demo.ts'

/* Guessed passwords and codes, which don't lock out those who know the right one. */

let backend: Backend
const { send, post, clientAt } = requestsFrom(() => backend)

beforeAll(async () => {
  backend = await startBackend({ env: { GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000' } })
})
afterAll(() => backend.close())

const password = 'correct horse'

describe('an account', () => {
  it('can’t be locked by guesses from elsewhere', async () => {
    const email = `${randomUUID()}@example.com`
    await backend.serviceClient().auth.admin.createUser({ email, password, email_confirm: true })
    const home = '203.0.113.50'
    const signIn = async (address: string, given: string) =>
      (await clientAt(address).auth.signInWithPassword({ email, password: given })).error?.status ?? 200
    expect(await signIn(home, password)).toBe(200)
    const guesses: number[] = []
    for (let index = 0; index < 60; index += 1) guesses.push(await signIn(`198.51.100.${index % 5}`, 'wrong'))
    expect(guesses.filter((status) => status === 400)).toHaveLength(50)
    expect(await signIn('198.51.100.200', password)).toBe(429)
    expect(await signIn(home, password)).toBe(200)
  }, 120_000)

  it('accepts the emailed code while some networks guess, and where its owner has signed in while many do', async () => {
    const email = `${randomUUID()}@example.com`
    await backend.serviceClient().auth.admin.createUser({ email, password, email_confirm: true })
    const askForCode = async (): Promise<string> => {
      await clientAt('203.0.113.60').auth.signInWithOtp({ email })
      return (await lastMessageTo(backend, email)).code
    }
    const verify = async (address: string, token: string) =>
      (await clientAt(address).auth.verifyOtp({ email, token, type: 'email' })).error?.status ?? 200
    const guess = async (network: string, count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) await verify(network, '000000')
    }
    const code = await askForCode()
    for (let index = 1; index <= 9; index += 1) await guess(`198.51.100.${index}`, 11)
    expect(await verify('203.0.113.60', code)).toBe(200)
    // Even many networks don't lock the owner out at home.
    for (let index = 10; index <= 60; index += 1) await guess(`198.51.100.${index}`, 1)
    backend.passTime(61_000)
    const next = await askForCode()
    expect(await verify('203.0.113.61', next)).toBe(429)
    expect(await verify('203.0.113.60', next)).toBe(200)
  }, 120_000)
})

describe('a second factor', () => {
  it('can’t be locked by people who know the password', async () => {
    const email = `${randomUUID()}@example.com`
    await backend.serviceClient().auth.admin.createUser({ email, password, email_confirm: true })
    const home = '203.0.113.70'
    const signIn = async (address: string) => {
      const client = clientAt(address)
      const { data } = await client.auth.signInWithPassword({ email, password })
      return { client, headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` } }
    }
    const owner = await signIn(home)
    const { data: factor } = await owner.client.auth.mfa.enroll({ factorType: 'totp' })
    const factorId = factor?.id ?? ''
    const secret = Secret.fromBase32(factor?.type === 'totp' ? factor.totp.secret : '')
    /** Enters the right code, which works once in half a minute. */
    const pass = async ({ client }: { readonly client: SupabaseClient }) => {
      backend.passTime(60_000)
      const code = new TOTP({ secret }).generate({ timestamp: backend.services.now() })
      return (await client.auth.mfa.challengeAndVerify({ factorId, code })).error?.status ?? 200
    }
    expect(await pass(owner)).toBe(200)

    let guesser = await signIn('198.51.100.1')
    const guess = async (address: string, path: string): Promise<number> =>
      (await post(address, path, { challenge_id: randomUUID(), code: '000000' }, guesser.headers)).status
    const verifyPath = `/auth/v1/factors/${factorId}/verify`
    const recoveryPath = '/auth/v1/factors/recovery-codes/verify'
    const statuses: number[] = []
    for (let index = 0; index < 75; index += 1) statuses.push(await guess(`198.51.100.${index % 5}`, verifyPath))
    expect(statuses.filter((status) => status === 422)).toHaveLength(55)
    const recovery: number[] = []
    for (let index = 0; index < 20; index += 1) recovery.push(await guess('198.51.100.1', recoveryPath))
    expect(recovery.filter((status) => status === 422)).toHaveLength(10)
    const travelling = await signIn('203.0.113.71')
    expect((await post('203.0.113.71', recoveryPath, { code: 'wrong' }, travelling.headers)).status).toBe(422)
    expect(await pass(travelling)).toBe(200)

    guesser = await signIn('198.51.100.1')
    for (let index = 10; index < 70; index += 1) await guess(`198.51.100.${index}`, verifyPath)
    expect(await pass(await signIn('203.0.113.72'))).toBe(429)
    expect(await pass(await signIn(home))).toBe(200)
  }, 120_000)
})

describe('a link with a password', () => {
  /** Creates a link with the password “open sesame”; returns a function that tries to open it, for the status. */
  async function lockLink(): Promise<(address: string, given: string) => Promise<number>> {
    const { owner, demoId } = await makeTrackedDemo(backend)
    const { data: link } = await owner.client
      .from('share_links')
      .insert({ demo_id: demoId, name: 'For Ada' })
      .select('id,token')
      .single<{ id: string; token: string }>()
      .throwOnError()
    const set = await send('203.0.113.1', `/share/v1/links/${link.id}/password`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.session.access_token}` },
      body: JSON.stringify({ password: 'open sesame' }),
    })
    expect(set.status).toBe(204)
    return async (address, given) => {
      const form = { method: 'POST', body: new URLSearchParams({ password: given }) }
      return (await send(address, `/demo/${link.token}/play`, form)).status
    }
  }

  it('counts the addresses of a /64 as one network, and opens for others', async () => {
    const unlock = await lockLink()
    const statuses: number[] = []
    for (let index = 1; index <= 30; index += 1) statuses.push(await unlock(inNetwork('2001:db8:3:1', index), 'wrong'))
    expect(statuses.filter((status) => status === 403)).toHaveLength(8)
    expect(statuses.filter((status) => status === 429)).toHaveLength(22)
    expect(await unlock('198.51.100.7', 'open sesame')).toBe(303)
  })

  it('opens for a visitor who knows it while 26 networks guess', async () => {
    const unlock = await lockLink()
    const statuses: number[] = []
    for (let index = 0; index < 26 * 8; index += 1) {
      statuses.push(await unlock(`198.51.100.${100 + (index % 26)}`, 'wrong'))
    }
    expect(statuses.filter((status) => status === 403)).toHaveLength(126)
    expect(await unlock('198.51.100.200', 'open sesame')).toBe(303)
  }, 120_000)
})
