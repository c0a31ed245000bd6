import { createHash } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import { snapshotsPath, type SnapshotUpload } from '#protocol/snapshots.ts'

/** Gives each step of a demo its captured page, as the web app does after a recording. */
export async function savePages(
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
    const { html, css, files } = splitPage(pages[index] ?? '')
    const step = `${serverUrl}${snapshotsPath}/steps/${String(id)}`
    const size = { width: 1440, height: 900, pictureWidth: 1440 }
    const upload: SnapshotUpload = { html, files, picture: String(picture), ...size }
    if (css !== null) await send(`${step}/files`, 'PUT', { authorization, 'content-type': 'text/css' }, css)
    await send(step, 'POST', { authorization, 'content-type': 'application/json' }, JSON.stringify(upload))
  }
}

interface SplitPage {
  readonly html: string
  /** Null without a style sheet. */
  readonly css: string | null
  readonly files: readonly string[]
}

/** Style sheets are files of their own, as the recorder keeps them. */
function splitPage(page: string): SplitPage {
  const [element, css] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []
  if (element === undefined || css === undefined) return { html: page, css: null, files: [] }
  const hash = createHash('sha256').update(css).digest('base64url')
  return { html: page.replace(element, `<link rel="stylesheet" href="${hash}">`), css, files: [hash] }
}

async function send(url: string, method: string, headers: Record<string, string>, body: string): Promise<void> {
  const answer = await fetch(url, { method, headers, body })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
}
