import { randomUUID } from 'node:crypto'

import type { AuthAddress } from '#backend/auth/auth-address.ts'
import { timestamp } from '#backend/auth/sessions/sessions.ts'

/**
 * What sign-up answers for an account that exists already, when it may not say so: the account somebody would have
 * got, without an identity. Nothing of it is kept.
 */
export function fakeUser(
  { provider, address }: AuthAddress,
  data: Readonly<Record<string, unknown>>,
  nowMs: number,
): Readonly<Record<string, unknown>> {
  const now = timestamp(nowMs)
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email: provider === 'email' ? address : '',
    phone: provider === 'phone' ? address : '',
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
