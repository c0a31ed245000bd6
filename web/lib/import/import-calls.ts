import { titlesFromFiles } from '#domain/file-names.ts'
import { captureBucket, limits } from '#domain/limits.ts'
import { readStepLook } from '#domain/step-look.ts'
import type { ImportStepRow } from '#protocol/rows.ts'

import { loadStorage } from '../backend.ts'
import { ask } from '../call-backend.ts'
import { currentWorkspaceId } from '../current-workspace.ts'
import { addSteps, loadDemo, saveStepOrder, type NewStep } from '../demo-calls.ts'
import type { FinishedItem, ImportJob } from './import-job.ts'

/** The workspace whose storage folder holds the images: the demo's, or the current one. */
export async function loadWorkspaceId({ target, demoId }: Pick<ImportJob, 'target' | 'demoId'>): Promise<string> {
  const current = await currentWorkspaceId('demoSaveFailed')
  return target.type === 'new-demo' ? current : ((await loadWorkspaceIdOf(demoId)) ?? current)
}

/** Null if the caller can't see the demo. */
export async function loadWorkspaceIdOf(demoId: string): Promise<string | null> {
  const demo = await ask('demoSaveFailed', (client) =>
    client.from('demos').select('workspace_id').eq('id', demoId).maybeSingle<{ readonly workspace_id: string }>(),
  )
  return demo?.workspace_id ?? null
}

export async function uploadImage(path: string, image: Blob): Promise<void> {
  const options = { contentType: image.type, upsert: true, cacheControl: '31536000' }
  await ask('demoSaveFailed', async () => (await loadStorage()).from(captureBucket).upload(path, image, options))
}

/** Copies on the server; rejects when the path exists. */
export async function copyImage(from: string, to: string): Promise<void> {
  await ask('demoSaveFailed', async () => (await loadStorage()).from(captureBucket).copy(from, to))
}

/** Creates the demo; idempotent by id. Steps beyond one call's limit follow as upserted rows. */
export async function importDemo(
  { workspaceId, demoId }: ImportJob,
  name: string,
  steps: readonly ImportStepRow[],
): Promise<void> {
  const first = steps.slice(0, limits.importStepsMax)
  const demo = { p_workspace_id: workspaceId, p_demo_id: demoId, p_name: name, p_steps: first }
  await ask('demoSaveFailed', (client) => client.rpc('import_demo', demo))
  for (let from = limits.importStepsMax; from < steps.length; from += limits.importStepsMax) {
    const rest = steps.slice(from, from + limits.importStepsMax)
    await addSteps(rest.map((step, index) => toNewStep(demoId, step, from + index + 1)))
  }
}

function toNewStep(demoId: string, step: ImportStepRow, order: number): NewStep {
  return {
    id: step.id,
    demoId,
    order,
    title: step.title,
    description: step.description,
    screenshotUrl: step.screenshot_url,
    alt: step.alt,
    width: step.width,
    height: step.height,
    clickX: step.click_x,
    clickY: step.click_y,
    look: readStepLook(step.look),
  }
}

/** The steps a set of plain images becomes: titles from the files' names, no notes yet. */
export function imageSteps(items: readonly FinishedItem[]): readonly ImportStepRow[] {
  const words = wordsOf(items)
  return items.map((item, index) => ({
    id: item.id,
    ...(words[index] ?? noWords),
    description: null,
    screenshot_url: item.uploaded.path,
    width: item.uploaded.width,
    height: item.uploaded.height,
    click_x: null,
    click_y: null,
    capture: null,
  }))
}

interface StepWords {
  readonly title: string | null
  readonly alt: string | null
}

const noWords: StepWords = { title: null, alt: null }

function wordsOf(items: readonly FinishedItem[]): readonly StepWords[] {
  return titlesFromFiles(items.map(({ name }) => name)).map((title) =>
    title === null ? noWords : { title, alt: `Screenshot: ${title}` },
  )
}

/** Inserts steps after a given step; idempotent except for the order. */
export async function insertSteps(
  demoId: string,
  afterStepId: string | null,
  items: readonly FinishedItem[],
): Promise<void> {
  const demo = await loadDemo(demoId)
  const added = new Set(items.map((item) => item.id))
  const others = demo.steps.filter((step) => !added.has(step.id))
  const words = wordsOf(items)
  await addSteps(
    items.map((item, index) => ({
      id: item.id,
      demoId,
      order: others.length + index + 1,
      ...(words[index] ?? noWords),
      description: null,
      screenshotUrl: item.uploaded.path,
      width: item.uploaded.width,
      height: item.uploaded.height,
      clickX: null,
      clickY: null,
    })),
  )
  const at = others.findIndex((step) => step.id === afterStepId)
  const ids = others.map((step) => step.id)
  ids.splice(at === -1 ? ids.length : at + 1, 0, ...items.map((item) => item.id))
  await saveStepOrder(demoId, ids)
}
