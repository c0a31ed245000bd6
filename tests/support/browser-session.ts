import type { Page } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import type { ClientConfig } from '#protocol/client-config.ts'

/**
 * Signs a browser in without a form, for tests about something else: stores the session where our pages look for it.
 * The client has the same one.
 */
export async function signInBrowser(
  page: Page,
  serverUrl: string,
  account: { readonly email: string; readonly password: string },
): Promise<SupabaseClient> {
  const config = (await (await fetch(`${serverUrl}/config.json`)).json()) as ClientConfig
  const client = createClient(config.supabaseUrl, config.supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error !== null) throw error
  // A page of ours without script, to access the shared storage.
  await page.goto(`${serverUrl}/config.json`)
  await page.evaluate((session) => localStorage.setItem('understudy-session', session), JSON.stringify(data.session))
  return client
}
