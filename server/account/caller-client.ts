import type { SupabaseClient } from '@supabase/supabase-js'
import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

/** A client with the rights of whoever sent the request, and no others; null when no bearer token came along. */
export function callerClient(services: Services, context: Context<AppEnv>): SupabaseClient | null {
  const authorization = context.req.header('authorization')?.trim() ?? ''
  if (!/^bearer\s+\S+$/i.test(authorization)) return null
  // Spelt as supabase-js spells it: beside another spelling its auth client would send the token twice.
  return backendClient(services, { role: 'anon', headers: { Authorization: authorization } })
}
