import { randomUUID } from 'node:crypto'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { captureBucket } from '#domain/limits.ts'
import type { ClientConfig } from '#protocol/client-config.ts'
import type { ImportStepRow } from '#protocol/rows.ts'

export interface DemoStepOptions {
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
  readonly title?: string
  readonly description?: string
  /** In percent of the image. */
  readonly click?: { readonly x: number; readonly y: number }
  /** If set: recorded, with the screenshot this long after the click. */
  readonly frameDelayMs?: number
}

export interface MadeDemo {
  readonly id: string
  /** Signed in as its author. */
  readonly author: SupabaseClient
}

export interface DemoOptions {
  readonly name: string
  readonly description?: string
  readonly steps: readonly DemoStepOptions[]
}

/** Makes a demo like a new author: signs up, uploads each image, imports the steps. */
export async function makeDemo(serverUrl: string, options: DemoOptions): Promise<MadeDemo> {
  const config = (await (await fetch(`${serverUrl}/config.json`)).json()) as ClientConfig
  const author = createClient(config.supabaseUrl, config.supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const signedUp = await author.auth.signUp({ email: `author-${randomUUID()}@example.com`, password: randomUUID() })
  if (signedUp.error !== null) throw signedUp.error
  return { id: await importDemo(author, options), author }
}

/** The same for a signed-in author with one workspace; returns the demo's id. */
export async function importDemo(author: SupabaseClient, options: DemoOptions): Promise<string> {
  const workspace = await author.from('workspaces').select('id').single()
  if (workspace.error !== null) throw workspace.error

  const id = randomUUID()
  const steps: ImportStepRow[] = []
  for (const step of options.steps) {
    const path = `${String(workspace.data.id)}/${id}/${randomUUID()}.png`
    const uploaded = await author.storage.from(captureBucket).upload(path, step.png, { contentType: 'image/png' })
    if (uploaded.error !== null) throw uploaded.error
    steps.push({
      id: randomUUID(),
      title: step.title ?? null,
      description: step.description ?? null,
      screenshot_url: path,
      alt: null,
      width: step.width,
      height: step.height,
      click_x: step.click?.x ?? null,
      click_y: step.click?.y ?? null,
      capture: step.frameDelayMs === undefined ? null : recordedCapture(step.frameDelayMs, step),
    })
  }
  const imported = await author.rpc('import_demo', {
    p_demo_id: id,
    p_name: options.name,
    p_steps: steps,
    p_description: options.description ?? null,
  })
  if (imported.error !== null) throw imported.error
  return id
}

function recordedCapture(
  frameDelayMs: number,
  { title = '', width, height }: DemoStepOptions,
): ImportStepRow['capture'] {
  return {
    id: randomUUID(),
    session_id: randomUUID(),
    url: 'https://app.example.com/',
    title,
    timestamp: new Date().toISOString(),
    target_role: 'button',
    target_name: title,
    viewport_width: width,
    viewport_height: height,
    scroll_x: 0,
    scroll_y: 0,
    device_pixel_ratio: 1,
    frame_delay_ms: frameDelayMs,
  }
}
