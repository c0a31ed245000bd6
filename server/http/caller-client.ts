import type { SupabaseClient } from '@supabase/supabase-js'
import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

/** A client with the caller's own rights; null when the request has no bearer token. */
export function callerClient(services: Services, context: Context<AppEnv>): SupabaseClient | null {
  const authorization = context.req.header('authorization')?.trim() ?? ''
  if (!/^bearer\s+\S+$/i.test(authorization)) return null
  // Same case as supabase-js uses; otherwise its auth client sends the token twice.
  return backendClient(services, { role: 'anon', headers: { Authorization: authorization } })
}
