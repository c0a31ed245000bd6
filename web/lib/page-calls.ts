import type {
  PageEditing,
  PageEditsAnswer,
  PageEditsRequest,
  PageTexts,
  PageTextsAnswer,
  PageTextsRequest,
} from '#protocol/page-edits.ts'
import { snapshotsPath } from '#protocol/snapshots.ts'

import { callBackend, type CallResult } from './call-backend.ts'
import { fetchAsUser, sendAsUser } from './fetch-as-user.ts'

/** The address of the page as captured, for editing. */
export function loadPageEditing(stepId: string): Promise<CallResult<PageEditing | null>> {
  return callBackend(() => fetchAsUser<PageEditing>('GET', `${snapshotsPath}/steps/${stepId}/edits`))
}

/** Saves edits of a step's page with the matching picture; null without edits. */
export function burnPageEdits(
  stepId: string,
  request: PageEditsRequest,
  picture: Blob | null,
): Promise<CallResult<PageEditsAnswer | null>> {
  const form = new FormData()
  form.set('change', JSON.stringify(request))
  if (picture !== null) form.set('picture', picture)
  return callBackend(() => fetchAsUser<PageEditsAnswer>('PUT', `${snapshotsPath}/steps/${stepId}/edits`, form))
}

/** The texts of all pages of a demo; rejects if the server doesn't answer. */
export async function loadPageTexts(demoId: string): Promise<readonly PageTexts[]> {
  const pages: PageTexts[] = []
  let after: string | null = null
  do {
    const request: PageTextsRequest = { after }
    const result: CallResult<PageTextsAnswer | null> = await callBackend(() =>
      fetchAsUser<PageTextsAnswer>('POST', `${snapshotsPath}/demos/${demoId}/texts`, request),
    )
    if (!result.ok) throw new Error(result.error.sentence ?? 'The pages could not be read. Try again in a moment.')
    pages.push(...(result.value?.pages ?? []))
    after = result.value?.next ?? null
  } while (after !== null)
  return pages
}

/** Stores an image for a step's page; returns its hash. */
export async function uploadPageFile(stepId: string, file: Blob): Promise<CallResult<string>> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  const hash = btoa(String.fromCodePoint(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
  const result = await callBackend(() => fetchAsUser('PUT', `${snapshotsPath}/steps/${stepId}/files`, file))
  return result.ok ? { ok: true, value: hash } : result
}

/** A step's picture as it was captured; null without an answer. `shown` is its current address. */
export async function loadCapturedPicture(
  stepId: string,
  { shown, isEdited }: { readonly shown: string; readonly isEdited: boolean },
): Promise<Blob | null> {
  try {
    const picture = isEdited ? await sendAsUser('GET', `/pictures/v1/steps/${stepId}/original`) : await fetch(shown)
    return picture.ok ? await picture.blob() : null
  } catch {
    return null
  }
}
