import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { createClient } from '@supabase/supabase-js'

import { captureBucket } from '#domain/limits.ts'
import { demoIdHeader, sampleDemoId, type ClientConfig } from '#protocol/client-config.ts'

import { root, stop } from './tasks.ts'

/*
 * npm run smoke -- https://demos.example.com [--wait 60]: checks the basic paths of visitors and authors on a running
 * server. If accounts need no confirmation it creates one, and deletes it with its data.
 */
const { values, positionals } = parseArgs({
  options: { wait: { type: 'string', default: '0' } },
  allowPositionals: true,
})
const [given = 'http://localhost:3000'] = positionals
if (!URL.canParse(given)) stop(`"${given}" is not an address; give one like http://localhost:3000.`)
const { origin } = new URL(given)
let failed = 0

await untilHealthy(Number(values.wait) * 1_000)
await attempt('the server is healthy', async () => {
  const health = await page('/healthz')
  if (!health.includes('"ok"')) throw new Error(health)
})
const config = await attempt('/config.json names the backend', async () => {
  const found = JSON.parse(await page('/config.json')) as ClientConfig
  if (new URL(found.publicUrl).origin !== origin) throw new Error(`PUBLIC_URL is ${found.publicUrl}, not ${origin}`)
  return found
})
await attempt('pages and scripts load', async () => {
  for (const path of ['/', '/login', '/js/tracker.js', '/js/demo-player.js', '/understudy-extension.zip'])
    await page(path)
})
await attempt('the sample demo plays, with its image', async () => {
  const document = await page(`/demo/${sampleDemoId}/play`)
  if (!document.includes('<img')) throw new Error('The player shows no image')
  const poster = await fetch(`${origin}/demo/${sampleDemoId}/poster`)
  if (!(poster.headers.get('content-type') ?? '').startsWith('image/'))
    throw new Error(`The poster is ${poster.status}`)
})
if (config !== null) await tryAuthor(config)
if (failed > 0) stop(`${failed} checks failed at ${origin}.`)
console.log(`All checks passed at ${origin}.`)
process.exit(0)

async function tryAuthor({ supabaseUrl, supabaseAnonKey, signIn }: ClientConfig): Promise<void> {
  const client = createClient(supabaseUrl, supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data } = await client.auth.signUp({ email: `smoke-${randomUUID()}@example.com`, password: randomUUID() })
  if (data.session === null) {
    const why = signIn.mail === 'sent' ? 'new accounts are confirmed by mail' : 'sign-up is closed'
    return console.log(`skip  an author's work: ${why}`)
  }
  const authorization = `Bearer ${data.session.access_token}`
  const demoId = randomUUID()
  await attempt('an author uploads an image and publishes a demo with it', async () => {
    const { data: workspace } = await client.from('workspaces').select('id').single().throwOnError()
    const path = `${workspace.id}/${demoId}/${randomUUID()}.webp`
    const image = readFileSync(join(root, 'sample', 'tidelane', '1.webp'))
    const { error } = await client.storage.from(captureBucket).upload(path, image, { contentType: 'image/webp' })
    if (error !== null) throw error
    const step = {
      id: randomUUID(),
      title: 'Hello',
      description: 'Exports are kept for 90 days.',
      screenshot_url: path,
    }
    const shape = { alt: null, width: 1440, height: 900, click_x: 50, click_y: 50, capture: null }
    await client
      .rpc('import_demo', { p_demo_id: demoId, p_name: 'Smoke test', p_steps: [{ ...step, ...shape }] })
      .throwOnError()
  })
  await attempt('a visitor plays it', async () => {
    if (!(await page(`/demo/${demoId}/play`)).includes('Smoke test')) throw new Error('The player shows another demo')
  })
  await attempt('a visit is counted', async () => {
    const answer = await fetch(`${origin}/rest/v1/user_tracking_events`, {
      method: 'POST',
      headers: { apikey: supabaseAnonKey, 'content-type': 'application/json', [demoIdHeader]: demoId },
      body: JSON.stringify({
        event_type: 'page_view',
        session_id: randomUUID(),
        demo_id: demoId,
        page_url: `${origin}/demo/${demoId}/play`,
        timestamp: new Date(),
      }),
    })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  })
  await attempt('the agent answers', async () => {
    const answer = await fetch(`${origin}/agent/v1/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ demoId }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  })
  await attempt('the account is deleted, and its demo', async () => {
    const answer = await fetch(`${origin}/account/v1/account`, {
      method: 'DELETE',
      headers: { authorization, apikey: supabaseAnonKey },
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    await delay(1_000)
    const gone = await fetch(`${origin}/demo/${demoId}/play`)
    if (gone.status !== 404) throw new Error(`The demo still answers ${gone.status}`)
  })
}

async function page(path: string): Promise<string> {
  const answer = await fetch(origin + path)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
  return text
}

async function attempt<T>(what: string, run: () => Promise<T>): Promise<T | null> {
  try {
    const result = await run()
    console.log(`pass  ${what}`)
    return result
  } catch (error) {
    failed += 1
    console.log(`fail  ${what}: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

async function untilHealthy(patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const health = await fetch(`${origin}/healthz`).catch(() => null)
    await health?.body?.cancel()
    if (health?.ok === true) return
    await delay(500)
  }
}
