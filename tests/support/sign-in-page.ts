import type { Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'

/** Signs in every page of this browser as the client's user. */
export async function signInPage(page: Page, client: SupabaseClient): Promise<void> {
  const { data } = await client.auth.getSession()
  await page.addInitScript(
    ([key, session]) => {
      // Captured pages have no storage.
      if (window.origin !== 'null') localStorage.setItem(key, session)
    },
    ['understudy-session', JSON.stringify(data.session)] as const,
  )
}
