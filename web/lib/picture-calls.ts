import { queryOptions } from '@tanstack/react-query'

import type { Demo } from '#domain/demo.ts'
import { readPageEdits, sortedPageEdits, type PageEdits } from '#domain/page-edits.ts'
import { noPictureEdits, readPictureEdits, type PictureEdits } from '#domain/picture-edits.ts'
import type { PageEditsRow } from '#protocol/page-edits.ts'
import type { PictureEditsAnswer, PictureEditsRequest, PictureEditsRow } from '#protocol/pictures.ts'

import { ask, callBackend, type CallResult } from './call-backend.ts'
import { loadDemo } from './demo-calls.ts'
import { fetchAsUser, sendAsUser } from './fetch-as-user.ts'

/** Used instead of demoQuery. */
export function editedDemoQuery(id: string) {
  return queryOptions({ queryKey: ['demo', id], queryFn: () => loadEditedDemo(id) })
}

/** A demo whose steps include the edits of their pictures and captured pages, for the editor. */
export async function loadEditedDemo(id: string): Promise<Demo> {
  const [demo, edits, pageEdits] = await Promise.all([loadDemo(id), loadPictureEdits(id), loadPageEdits(id)])
  const steps = demo.steps.map((step) => ({
    ...step,
    edits: edits.get(step.screenshotUrl) ?? noPictureEdits,
    pageEdits: pageEdits.get(step.screenshotUrl) ?? null,
  }))
  return { ...demo, steps }
}

async function loadPictureEdits(demoId: string): Promise<ReadonlyMap<string, PictureEdits>> {
  const rows: readonly PictureEditsRow[] = await ask('demoStepsFailed', (client) =>
    client.rpc('get_picture_edits', { p_demo_id: demoId }),
  )
  return new Map(rows.map(({ path, edits }) => [path, readPictureEdits(edits) ?? noPictureEdits]))
}

/** The page edits of every picture with a captured page. */
export async function loadPageEdits(demoId: string): Promise<ReadonlyMap<string, PageEdits>> {
  const rows: readonly PageEditsRow[] = await ask('demoStepsFailed', (client) =>
    client.rpc('get_page_edits', { p_demo_id: demoId }),
  )
  return new Map(rows.map(({ path, edits }) => [path, sortedPageEdits(readPageEdits(edits) ?? [])]))
}

/** Saves edits of a step's picture. */
export function burnPictureEdits(
  stepId: string,
  request: PictureEditsRequest,
): Promise<CallResult<PictureEditsAnswer | null>> {
  return callBackend(() => fetchAsUser<PictureEditsAnswer>('POST', `/pictures/v1/steps/${stepId}`, request))
}

/** Replaces a step's picture; it is never shown without the edits. */
export function replacePictureWithEdits(
  stepId: string,
  picture: Blob,
  request: PictureEditsRequest,
): Promise<CallResult<PictureEditsAnswer | null>> {
  const form = new FormData()
  form.set('picture', picture)
  form.set('change', JSON.stringify(request))
  return callBackend(() => fetchAsUser<PictureEditsAnswer>('PUT', `/pictures/v1/steps/${stepId}`, form))
}

/** The original picture; null if it has no edits. */
export async function loadOriginal(stepId: string): Promise<Blob | null> {
  try {
    const answer = await sendAsUser('GET', `/pictures/v1/steps/${stepId}/original`)
    return answer.ok ? await answer.blob() : null
  } catch {
    return null
  }
}
