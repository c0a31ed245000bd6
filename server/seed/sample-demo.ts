import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { captureBucket } from '#domain/limits.ts'
import { sampleDemoId, tourDemoId } from '#protocol/client-config.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

import { seedAgent } from './sample-agent.ts'
import { readSample, type SampleFiles } from './sample-files.ts'
import { seedingFailed } from './seeding-failed.ts'

/**
 * Seeds the samples, retrying until it succeeds: their files may be unreachable at first start. Resolves after the
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
    seedSamples(services, folder).then(
      () => true,
      (error: unknown) => {
        services.log.error({ err: error }, 'The samples could not be seeded; retrying')
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

interface Sample {
  readonly folder: string
  readonly demoId: string
  /** The last digits of the ids of its first step and its agent. */
  readonly firstStep: number
  readonly agent: number
}

/** The tour comes first, because it brings the default agent. */
const samples: readonly Sample[] = [
  { folder: 'tour', demoId: tourDemoId, firstStep: 0x500, agent: 0xa02 },
  { folder: 'tidelane', demoId: sampleDemoId, firstStep: 0x100, agent: 0xa01 },
]

/**
 * Writes the samples into a workspace without members. Does nothing until a folder's content changes; then it replaces
 * that sample, while copies people made stay as they are.
 */
export async function seedSamples(services: Services, folder: string): Promise<void> {
  const found = await Promise.all(samples.map(({ folder: name }) => readSample(join(folder, name))))
  if (found.every((files) => files === null)) return
  const seeded = await readSeeded(services)
  for (const [index, files] of found.entries()) {
    const sample = samples[index]
    if (files === null || sample === undefined || seeded.get(sample.demoId) === files.content) continue
    await seedSample(services, sample, files)
    services.log.info({ sample: sample.folder, steps: files.demo.steps.length }, 'A sample is seeded')
  }
}

async function seedSample(services: Services, sample: Sample, files: SampleFiles): Promise<void> {
  const { demo, content } = files
  const { demoId } = sample
  const client = backendClient(services, { role: 'service_role' })
  const addresses = await uploadImages(services, files)
  const workspace = await client.from('workspaces').upsert({ id: sampleWorkspaceId, name: 'Understudy' })
  if (workspace.error !== null) throw seedingFailed(workspace.error)
  const { name, description, look } = demo
  const row = { id: demoId, workspace_id: sampleWorkspaceId, owner_id: null, name, description, look }
  const written = await client.from('demos').upsert({ ...row, status: 'active', is_sample: true })
  if (written.error !== null) throw seedingFailed(written.error)
  const stepIds = demo.steps.map((_, index) => idOf(sample.firstStep + index))
  const steps = await client.from('demo_steps').upsert(
    demo.steps.map((step, index) => ({
      id: stepIds[index],
      demo_id: demoId,
      order: index + 1,
      title: step.title,
      description: step.description,
      screenshot_url: addresses[index],
      alt: step.alt,
      width: step.width,
      height: step.height,
      click_x: step.clickX,
      click_y: step.clickY,
      look: step.look,
    })),
  )
  if (steps.error !== null) throw seedingFailed(steps.error)
  // Sorted by id: `order` in the query would sort the answer only.
  const surplus = await client
    .from('demo_steps')
    .delete()
    .eq('demo_id', demoId)
    .not('id', 'in', `(${stepIds.join(',')})`)
  if (surplus.error !== null) throw seedingFailed(surplus.error)
  if (files.agent !== null) {
    const ids = { agentId: idOf(sample.agent), workspaceId: sampleWorkspaceId, demoId, stepIds }
    await seedAgent(client, files.agent, ids)
  }
  // Written last, so an interrupted start is retried.
  const done = await client
    .from('demos')
    .update({ settings: { seed: content } })
    .eq('id', demoId)
  if (done.error !== null) throw seedingFailed(done.error)
}

/**
 * Returns the paths. They contain a hash of the content, so a page showing an older sample keeps loading its images.
 */
async function uploadImages(services: Services, { images, content }: SampleFiles): Promise<readonly string[]> {
  const { storage } = backendClient(services, { role: 'service_role' })
  return Promise.all(
    images.map(async ({ name, bytes }) => {
      const address = `sample/${content}/${name}`
      const { error } = await storage.from(captureBucket).upload(address, bytes, {
        contentType: contentTypeOf(address),
        cacheControl: '31536000',
        upsert: true,
      })
      if (error !== null) throw seedingFailed(error)
      return address
    }),
  )
}

/** The seeded content by the sample's id; missing if it isn't there or incomplete. */
async function readSeeded(services: Services): Promise<ReadonlyMap<unknown, unknown>> {
  const ids = samples.map(({ demoId }) => demoId)
  if (services.config.embedded === null) {
    const client = backendClient(services, { role: 'service_role' })
    const { data, error } = await client.from('demos').select('id,seed:settings->>seed').in('id', ids)
    if (error !== null) throw seedingFailed(error)
    return new Map(data.map(({ id, seed }) => [id, seed]))
  }
  // Runs on every start before the server is ready; rest/v1 would first load the whole schema.
  const text = "select id, settings ->> 'seed' as seed from public.demos where id = any ($1::uuid[])"
  const [found] = await services.database.transaction('system', [{ text, values: [ids] }], { readOnly: true })
  return new Map(found?.rows.map((row) => [row['id'], row['seed']]))
}

const sampleWorkspaceId = '5a3d1e00-0000-4000-8000-000000000000'

/** Rows keep their ids across versions of a sample. */
function idOf(number: number): string {
  return `5a3d1e00-0000-4000-8000-${String(number).padStart(12, '0')}`
}

function contentTypeOf(path: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return `image/${ending === 'jpg' ? 'jpeg' : ending}`
}
