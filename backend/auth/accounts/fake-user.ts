import { randomUUID } from 'node:crypto'

import type { AuthAddress } from '#backend/auth/auth-address.ts'
import { timestamp } from '#backend/auth/sessions/sessions.ts'

/**
 * The answer to a sign-up with a taken address when that must stay secret: a plausible account without identities.
 * Never stored.
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
