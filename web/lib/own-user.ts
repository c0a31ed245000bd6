import type { User } from '@supabase/supabase-js'

import type { MessageCode } from '#domain/messages.ts'

import { BackendError } from './backend-error.ts'
import { ask } from './call-backend.ts'

/** The signed-in user of the cached session; throws a BackendError with `code` without one. */
export async function ownUser(code: MessageCode): Promise<User> {
  const { session } = await ask(code, (client) => client.auth.getSession())
  if (session === null) throw new BackendError(code, 'signed-out')
  return session.user
}
