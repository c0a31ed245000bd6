import { randomUUID } from 'node:crypto'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

/** Somebody on their own address, signed in or not. */
export interface Person {
  readonly address: string
  readonly client: SupabaseClient
  /** Fetches a path of the server from this person's address. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
}

export interface Account {
  readonly email: string
  readonly password: string
}

/** Creates people who reach the server through a proxy that forwards their address. */
export function peopleOf(serverUrl: string, anonKey: string): (address: string) => Person {
  return (address) => ({
    address,
    client: createClient(serverUrl, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { headers: { 'x-forwarded-for': address } },
    }),
    ask: (path, init = {}) =>
      fetch(new URL(path, serverUrl), {
        ...init,
        headers: { apikey: anonKey, ...Object.fromEntries(new Headers(init.headers)), 'x-forwarded-for': address },
      }),
  })
}

export function newAccount(): Account {
  return { email: `person-${randomUUID()}@example.com`, password: `pass ${randomUUID()}` }
}

/** Signs up and stays signed in; returns the access token. */
export async function signUp(person: Person & Account): Promise<string> {
  const { data, error } = await person.client.auth.signUp({ email: person.email, password: person.password })
  if (error !== null) throw error
  return data.session?.access_token ?? ''
}
