import type { User } from '@supabase/supabase-js'

import type { MessageCode } from '#domain/messages.ts'

import { BackendError } from './backend-error.ts'
import { ask } from './call-backend.ts'

/** The signed-in user as the session remembers them; throws a BackendError that says `code` when there is none. */
export async function ownUser(code: MessageCode): Promise<User> {
  const { session } = await ask(code, (client) => client.auth.getSession())
  if (session === null) throw new BackendError(code, 'signed-out')
  return session.user
}
