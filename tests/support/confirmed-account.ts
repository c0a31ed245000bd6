import { randomUUID } from 'node:crypto'

import { connectAuthClient, type AuthClient } from './auth-client.ts'
import type { Backend } from './backend.ts'
import { lastMessageTo } from './outbox.ts'

export interface ConfirmedAccount extends AuthClient {
  readonly email: string
  readonly id: string
}

/** An account with a confirmed address and a signed-in client, past the mail interval. */
export async function confirmedAccount(
  backend: Backend,
  password: string,
  flowType: 'implicit' | 'pkce' = 'implicit',
): Promise<ConfirmedAccount> {
  const email = `${randomUUID()}@example.com`
  const { client, events } = connectAuthClient(backend, flowType)
  await client.auth.signUp({ email, password })
  const { code } = await lastMessageTo(backend, email)
  const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'signup' })
  if (error !== null || data.user === null) throw new Error('The account could not be confirmed', { cause: error })
  backend.passTime(61_000)
  return { email, client, events, id: data.user.id }
}
