import { createHash } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import { snapshotsPath, type SnapshotUpload } from '#protocol/snapshots.ts'

/** Gives each step of a demo its captured page; `pages` are repeated. */
export async function saveSnapshots(
  serverUrl: string,
  author: SupabaseClient,
  demoId: string,
  pages: readonly string[],
): Promise<void> {
  const { data } = await author.auth.getSession()
  const authorization = `Bearer ${data.session?.access_token ?? ''}`
  const { data: steps } = await author
    .from('demo_steps')
    .select('id,screenshot_url')
    .eq('demo_id', demoId)
    .order('order')
    .throwOnError()
  for (const [index, { id, screenshot_url: picture }] of steps.entries()) {
    const { html, css, hash } = splitPage(pages[index % pages.length] ?? '')
    const at = `${serverUrl}${snapshotsPath}/steps/${String(id)}`
    const upload: SnapshotUpload = {
      html,
      files: [hash],
      picture: String(picture),
      width: 1440,
      height: 900,
      pictureWidth: 1440,
    }
    await send(`${at}/files`, 'PUT', { authorization, 'content-type': 'text/css' }, css)
    await send(at, 'POST', { authorization, 'content-type': 'application/json' }, JSON.stringify(upload))
  }
}

/** Style sheets are files of their own, as the recorder keeps them. */
function splitPage(page: string): { readonly html: string; readonly css: string; readonly hash: string } {
  const css = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(css).digest('base64url')
  return { html: page.replace(/<style>[\s\S]*?<\/style>/, `<link rel="stylesheet" href="${hash}">`), css, hash }
}

async function send(url: string, method: string, headers: Record<string, string>, body: string): Promise<void> {
  const answer = await fetch(url, { method, headers, body })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
}
