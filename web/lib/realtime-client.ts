import { RealtimeClient } from '@supabase/realtime-js'

import { accessToken, addressOf, clientOptions, fetchAsSession, type Address, type DataClient } from './data-client.ts'

/** supabase-js's realtime client, with the session of the data client and its renewals. */
export function createRealtime({ auth }: DataClient, { supabaseUrl, supabaseAnonKey: key }: Address): RealtimeClient {
  const realtime = new RealtimeClient(addressOf(supabaseUrl, 'realtime').replace(/^http/, 'ws'), {
    headers: clientOptions.global.headers,
    accessToken: () => accessToken(auth, key),
    fetch: fetchAsSession(auth, key),
    params: { apikey: key },
  })
  let known: string | undefined
  auth.onAuthStateChange((event, session) => {
    if (event === 'SIGNED_OUT') {
      known = undefined
      void realtime.setAuth()
    } else if (session !== null && session.access_token !== known) {
      known = session.access_token
      void realtime.setAuth(known)
    }
  })
  return realtime
}
