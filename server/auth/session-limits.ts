import type { Services } from '#server/services.ts'

import { identityOf } from './identity-settings.ts'

/** Holds a session that is being given tokens to what the settings allow; free where they allow everything. */
export async function limitSession(services: Services, sessionId: unknown): Promise<void> {
  const { timeboxSeconds, isSinglePerUser } = identityOf(services).sessions
  if (timeboxSeconds === null && !isSinglePerUser) return
  await services.database.transaction('system', [
    {
      text: 'select auth.limit_session($1::jsonb)',
      values: [JSON.stringify({ session_id: sessionId, timebox_seconds: timeboxSeconds, is_single: isSinglePerUser })],
    },
  ])
}
