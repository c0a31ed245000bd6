import type { Browser, Page } from '@playwright/test'

import type { MadeDemo } from './make-demo.ts'

/** A page in its own browser, signed in as the demo's author. */
export async function openAuthorPage(
  browser: Browser,
  serverUrl: string,
  { author }: Pick<MadeDemo, 'author'>,
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const { data } = await author.auth.getSession()
  // A page of ours without script, to access the shared storage.
  await page.goto(`${serverUrl}/config.json`)
  await page.evaluate((session) => localStorage.setItem('understudy-session', session), JSON.stringify(data.session))
  return page
}
