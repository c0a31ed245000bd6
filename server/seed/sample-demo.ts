import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { z } from 'zod'

import { captureBucket } from '#domain/limits.ts'
import { sampleDemoId } from '#protocol/client-config.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

/**
 * Seeds the sample demo, retrying until it succeeds: its files may be unreachable at first start. Resolves after the
 * first attempt, or a few seconds, with a function that stops retrying.
 */
export async function startSeeding(services: Services, folder: string): Promise<() => void> {
  const ending = new AbortController()
  const seeding = retrySeeding(services, folder, ending.signal)
  await Promise.race([seeding.first, delay(firstMs, undefined, { ref: false })])
  return () => ending.abort()
}

function retrySeeding(services: Services, folder: string, signal: AbortSignal): { readonly first: Promise<boolean> } {
  const attempt = (): Promise<boolean> =>
    seedSampleDemo(services, folder).then(
      () => true,
      (error: unknown) => {
        services.log.error({ err: error }, 'The sample demo could not be seeded; retrying')
        return false
      },
    )
  const first = attempt()
  const retry = async (): Promise<void> => {
    let isDone = await first
    for (let waitMs = retryMsMin; !isDone; waitMs = Math.min(retryMsMax, waitMs * 2)) {
      await delay(waitMs, undefined, { ref: false, signal })
      isDone = await attempt()
    }
  }
  // Aborted by the signal.
  retry().catch(() => undefined)
  return { first }
}

const firstMs = 5_000
const retryMsMin = 1_000
const retryMsMax = 60_000

/**
 * Writes the product tour into a workspace without members. Does nothing until the folder's content changes; then it
 * replaces the tour, while copies people made stay as they are.
 */
export async function seedSampleDemo(services: Services, folder: string): Promise<void> {
  const path = join(folder, 'demo.json')
  if (!existsSync(path)) return
  const text = await readFile(path, 'utf8')
  const sample = shape.parse(JSON.parse(text))
  const images = await Promise.all(sample.steps.map((step) => readFile(join(folder, basename(step.image)))))
  const hash = createHash('sha256').update(text)
  for (const image of images) hash.update(image)
  const content = hash.digest('hex').slice(0, 16)

  if ((await seededContent(services)) === content) return
  const client = backendClient(services, { role: 'service_role' })

  // Named by content, so a page showing the old tour keeps loading the old images.
  const addresses = sample.steps.map((step) => `sample/${content}/${basename(step.image)}`)
  for (const [index, image] of images.entries()) {
    const address = addresses[index] ?? ''
    const { error } = await client.storage.from(captureBucket).upload(address, image, {
      contentType: contentTypeOf(address),
      cacheControl: '31536000',
      upsert: true,
    })
    if (error !== null) throw seedingFailed(error)
  }

  const workspace = await client.from('workspaces').upsert({ id: sampleWorkspaceId, name: 'Sample' })
  if (workspace.error !== null) throw seedingFailed(workspace.error)
  const demo = await client.from('demos').upsert({
    id: sampleDemoId,
    workspace_id: sampleWorkspaceId,
    owner_id: null,
    name: sample.name,
    description: sample.description,
    status: 'active',
    is_sample: true,
  })
  if (demo.error !== null) throw seedingFailed(demo.error)
  const steps = await client.from('demo_steps').upsert(
    sample.steps.map((step, index) => ({
      id: stepId(index),
      demo_id: sampleDemoId,
      order: index + 1,
      title: step.title,
      description: step.description,
      screenshot_url: addresses[index],
      alt: step.alt,
      width: step.width,
      height: step.height,
      click_x: step.clickX,
      click_y: step.clickY,
    })),
  )
  if (steps.error !== null) throw seedingFailed(steps.error)
  // Sorted by id: `order` in the query would sort the answer only.
  const kept = sample.steps.map((_, index) => stepId(index)).join(',')
  const surplus = await client.from('demo_steps').delete().eq('demo_id', sampleDemoId).not('id', 'in', `(${kept})`)
  if (surplus.error !== null) throw seedingFailed(surplus.error)
  // Written last, so an interrupted start is retried.
  const done = await client
    .from('demos')
    .update({ settings: { seed: content } })
    .eq('id', sampleDemoId)
  if (done.error !== null) throw seedingFailed(done.error)
  services.log.info({ steps: sample.steps.length }, 'The sample demo is seeded')
}

/** The seeded content's hash; null if missing or incomplete. */
async function seededContent(services: Services): Promise<string | null> {
  if (services.config.embedded === null) {
    const client = backendClient(services, { role: 'service_role' })
    const { data, error } = await client
      .from('demos')
      .select('seed:settings->>seed')
      .eq('id', sampleDemoId)
      .maybeSingle()
    if (error !== null) throw seedingFailed(error)
    return data?.seed ?? null
  }
  // Asked on every start before ready; through rest/v1 it would wait for the whole schema to load.
  const text = "select settings ->> 'seed' as seed from public.demos where id = $1"
  const [found] = await services.database.transaction('system', [{ text, values: [sampleDemoId] }], { readOnly: true })
  const seed = found?.rows[0]?.['seed']
  return typeof seed === 'string' ? seed : null
}

const sampleWorkspaceId = '5a3d1e00-0000-4000-8000-000000000000'

const percent = z.number().min(0).max(100).nullable()

const shape = z.object({
  name: z.string().min(1),
  description: z.string().nullable(),
  steps: z
    .array(
      z.object({
        title: z.string(),
        description: z.string(),
        image: z.string(),
        alt: z.string(),
        width: z.number().int().positive(),
        height: z.number().int().positive(),
        clickX: percent,
        clickY: percent,
      }),
    )
    .min(1)
    .max(200),
})

/** Steps keep their ids across versions of the tour. */
function stepId(index: number): string {
  return `5a3d1e00-0000-4000-8000-${String(index + 0x100).padStart(12, '0')}`
}

function contentTypeOf(path: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return `image/${ending === 'jpg' ? 'jpeg' : ending}`
}

function seedingFailed(cause: { readonly message: string }): Error {
  return new Error(`Could not seed the sample demo: ${cause.message}`, { cause })
}
