import { createClient } from '@supabase/supabase-js'
import { Hono, type Context } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { ServerBase } from '#server/services.ts'

/**
 * The tracker's two lookups (spec §7) on Supabase, whose policies can't see query filters: the values go in headers
 * (docs/sharing.md). The embedded backend needs no help.
 */
export function ownerLookups(services: ServerBase): Hono<AppEnv> {
  const { backendUrl, anonKey, trustedProxies } = services.config
  const addressOf = createClientAddress(trustedProxies)
  const limit = createNetworkLimit({ burst: lookupsPerMinute, refillMs: 60_000, now: services.now })

  function anonymousClient(headers: Readonly<Record<string, string>>) {
    return createClient(backendUrl, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { headers },
    })
  }

  async function answer(
    context: Context<AppEnv>,
    column: 'email' | 'user_id',
    ask: (value: string) => PromiseLike<{ readonly data: unknown; readonly error: unknown }>,
  ): Promise<Response> {
    if (!limit.take(addressOf(context) ?? '')) {
      return context.json({ code: 'PT429', details: null, hint: null, message: 'Too many lookups' }, 429)
    }
    const filter = context.req.query(column)
    const { data, error } = filter?.startsWith('eq.') === true ? await ask(filter.slice(3)) : { data: [], error: null }
    if (error === null) return context.json(data)
    services.log.warn({ err: error }, 'Supabase did not answer an owner lookup')
    return context.json({ code: 'PGRST003', details: null, hint: null, message: 'Try again in a few seconds' }, 503)
  }

  return new Hono<AppEnv>()
    .get('/users', (context) =>
      answer(context, 'email', (email) =>
        anonymousClient({ 'x-named-email': email }).from('users').select('id').eq('email', email),
      ),
    )
    .get('/chatbot_settings', (context) =>
      answer(context, 'user_id', (userId) =>
        anonymousClient({ 'x-named-user-id': userId })
          .from('chatbot_settings')
          .select()
          .match({ user_id: userId, agent_id: 'leo' }),
      ),
    )
}

/** Per address. A page that names its owner by email makes two lookups. */
const lookupsPerMinute = 120
