import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import type { Hotspot } from '#domain/demo.ts'
import { captureBucket, originalBucket } from '#domain/limits.ts'
import { readPageEdits, type PageEdits } from '#domain/page-edits.ts'
import { noPictureEdits } from '#domain/picture-edits.ts'
import { fail, succeed, type Result } from '#domain/result.ts'
import type { PageEditsAnswer } from '#protocol/page-edits.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { burnPicture, type BurntPicture } from '#server/pictures/burn-picture.ts'
import { capturePath, FailedCall, formerNames } from '#server/pictures/edit-picture.ts'
import type { PictureFile, PictureFiles } from '#server/pictures/picture-files.ts'
import type { Services } from '#server/services.ts'

import { pageFiles } from './page-files.ts'
import { inPageThread } from './page-thread.ts'
import type { SnapshotStore } from './save-snapshot.ts'

/** The page of a step's picture as captured, for a caller who may edit it. */
export interface StepPage {
  readonly workspaceId: string
  readonly demoId: string
  readonly screenshotUrl: string
  readonly width: number | null
  readonly height: number | null
  /** Null if the picture has no page. */
  readonly page: {
    readonly width: number
    readonly height: number
    readonly pictureWidth: number
    readonly hash: string
    readonly files: readonly string[]
    readonly edits: PageEdits
    /** The picture as captured, in the private bucket; null for a page without edits. */
    readonly originalPath: string | null
  } | null
}

export interface PageChange {
  readonly expected: string
  readonly edits: PageEdits
  readonly hotspot?: Hotspot | null
  /** The picture of the edited page; null without edits. */
  readonly picture: Uint8Array<ArrayBuffer> | null
}

interface StoredPage {
  readonly hash: string
  readonly files: readonly string[]
  readonly variables: readonly string[]
  readonly sentences: readonly string[]
}

export type PageRefusal = 'gone' | 'no_page' | 'changed' | 'elsewhere' | 'missing'

/** Null for steps that the caller may not edit. Throws on a failed call. */
export async function findStepPage(client: SupabaseClient, stepId: string): Promise<StepPage | null> {
  const { data, error, status } = await client.rpc('get_step_page', { p_step_id: stepId })
  if (error !== null) throw new FailedCall(status, error)
  const row = data as StepPageRow | null
  if (row === null) return null
  const { page } = row
  return {
    workspaceId: row.workspace_id,
    demoId: row.demo_id,
    screenshotUrl: row.screenshot_url,
    width: row.step_width,
    height: row.step_height,
    page: page && {
      width: page.width,
      height: page.height,
      pictureWidth: page.picture_width,
      hash: page.hash,
      files: page.files,
      edits: readPageEdits(page.edits) ?? [],
      originalPath: page.original_path,
    },
  }
}

interface StepPageRow {
  readonly workspace_id: string
  readonly demo_id: string
  readonly screenshot_url: string
  readonly step_width: number | null
  readonly step_height: number | null
  readonly page: {
    readonly width: number
    readonly height: number
    readonly picture_width: number
    readonly hash: string
    readonly files: readonly string[]
    readonly original_path: string | null
    readonly edits: unknown
  } | null
}

/**
 * Burns edits into the page of a step's picture and serves the result with its new picture from now on, in every step
 * of the workspace that shows it. As with pictures (`pictureEditor`), a crash leaves either the old page or the new
 * one.
 */
export function pageEditor(services: Services, files: PictureFiles, store: SnapshotStore) {
  const call = procedureCaller(services)
  const read = pageFiles(services, files, store)
  const { backendUrl } = services.config

  /** The page that visitors get, stored; null if a file that it needs is missing. */
  async function burnPage(
    workspaceId: string,
    page: NonNullable<StepPage['page']>,
    edits: PageEdits,
  ): Promise<StoredPage | null> {
    const html = await read.page(workspaceId, page.hash)
    if (html === null) return null
    if (edits.length === 0) {
      const sentences = await inPageThread(workspaceId, { kind: 'sentences', html })
      return { hash: page.hash, files: page.files, variables: [], sentences }
    }
    const covered = await inPageThread(workspaceId, { kind: 'covered', html, edits })
    const [sheets, standIns] = [await read.sheets(workspaceId, page.files), await read.standIns(workspaceId, covered)]
    const css = new Map([...sheets].map(([hash, sheet]) => [hash, sheet.css]))
    const burnt = await inPageThread(workspaceId, { kind: 'burn', html, edits, standIns, sheets: css })
    /** New hashes of changed style sheets. */
    const changed = new Map<string, string>()
    for (const [sheet, text] of burnt.sheets) changed.set(sheet, await store.text(workspaceId, text, 'text/css'))
    const withheld = new Set(edits.flatMap((edit) => ('files' in edit ? (edit.files ?? []) : [])))
    const needed = new Set<string>()
    const waiting = [...burnt.named]
    for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) {
      if (needed.has(changed.get(hash) ?? hash) || withheld.has(hash)) continue
      needed.add(changed.get(hash) ?? hash)
      waiting.push(...(sheets.get(hash)?.named ?? []))
    }
    // Captured style sheets may refer to files that were never uploaded.
    const absent = new Set(await store.missing(workspaceId, [...needed]))
    if ([...burnt.named].some((hash) => absent.has(hash) && !page.files.includes(hash))) return null
    const named = [...needed].filter((hash) => !absent.has(hash))
    const shown = [...changed].reduce((text, [from, to]) => text.replaceAll(from, to), burnt.html)
    const hash = await store.text(workspaceId, shown, 'text/html')
    return { hash, files: named, variables: burnt.variables, sentences: burnt.sentences }
  }

  return async (
    client: SupabaseClient,
    stepId: string,
    { expected, edits, hotspot, picture: upload }: PageChange,
  ): Promise<Result<PageEditsAnswer, PageRefusal>> => {
    const step = await findStepPage(client, stepId)
    if (step === null) return fail('gone')
    const { workspaceId, demoId, screenshotUrl, page } = step
    if (screenshotUrl !== expected) return fail('changed')
    if (page === null) return fail('no_page')
    if (edits.length === 0 && page.edits.length === 0) {
      return succeed({ screenshotUrl, width: step.width, height: step.height, edits, steps: 1 })
    }
    const shown = capturePath(backendUrl, step)
    if (shown === null) return fail('elsewhere')
    const burntPage = await burnPage(workspaceId, page, edits)
    if (burntPage === null) return fail('missing')
    const picture = await readPicture(edits.length === 0 ? page.originalPath : null, upload)
    if (picture === null) return fail('missing')
    const extension = picture.format === 'jpeg' ? 'jpg' : picture.format
    const served: PictureFile = { bucket: captureBucket, path: `${workspaceId}/${demoId}/${randomUUID()}.${extension}` }
    const keeps: PictureFile | null =
      page.originalPath === null && edits.length > 0
        ? {
            bucket: originalBucket,
            path: `${workspaceId}/${demoId}/${randomUUID()}${/\.\w{1,5}$/.exec(shown)?.[0] ?? ''}`,
          }
        : null
    await call('expect_files', { p_files: keeps === null ? [served] : [served, keeps] })
    try {
      await files.write(served, picture.content, `image/${picture.format}`)
      if (keeps !== null) await files.copy({ bucket: captureBucket, path: shown }, keeps)
      // The caller may have lost the right to edit in the meantime.
      if ((await findStepPage(client, stepId)) === null) return fail('gone')
      const answer = await call('save_page_edits', {
        p_step_id: stepId,
        p_expected: expected,
        p_former: formerNames(backendUrl, shown),
        p_saved: {
          path: served.path,
          width: picture.width,
          height: picture.height,
          original_path: keeps?.path ?? null,
          edits,
          ...(hotspot !== undefined && { hotspot }),
          captured: page.hash,
          ...burntPage,
        },
      })
      const { outcome, steps = 0 } = answer as { readonly outcome: 'ok' | PageRefusal; readonly steps?: number }
      if (outcome !== 'ok') return fail(outcome)
      const { width, height } = picture
      return succeed({ screenshotUrl: served.path, width, height, edits, steps })
    } finally {
      await files.removeDue()
    }
  }

  /** Re-encodes the pixels, because an upload's metadata may contain more than they show. */
  async function readPicture(
    originalPath: string | null,
    upload: Uint8Array<ArrayBuffer> | null,
  ): Promise<BurntPicture | null> {
    const content = originalPath === null ? upload : await files.read({ bucket: originalBucket, path: originalPath })
    return content === null ? null : burnPicture(content, noPictureEdits)
  }
}
