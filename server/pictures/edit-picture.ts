import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import { screenshotAddress } from '#domain/demo.ts'
import { captureBucket, originalBucket } from '#domain/limits.ts'
import { hasEdits, isSameEdits, noPictureEdits, readPictureEdits, type PictureEdits } from '#domain/picture-edits.ts'
import { fail, succeed, type Result } from '#domain/result.ts'
import type { PictureEditsAnswer } from '#protocol/pictures.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { Services } from '#server/services.ts'

import { burnPicture, type BurntPicture } from './burn-picture.ts'
import type { PictureFile, PictureFiles } from './picture-files.ts'

/** A step's picture, as the caller may edit it. */
export interface StepPicture {
  readonly workspaceId: string
  readonly demoId: string
  readonly screenshotUrl: string
  readonly width: number | null
  readonly height: number | null
  readonly edits: PictureEdits
  /** In the private bucket; null for a picture without edits. */
  readonly originalPath: string | null
}

export interface PictureChange {
  readonly expected: string
  readonly edits: PictureEdits
  /** Replaces the step's picture; null edits the picture it has. */
  readonly upload: Uint8Array<ArrayBuffer> | null
}

export type PictureRefusal = 'gone' | 'changed' | 'elsewhere' | 'missing'

/** What a step shows, if the caller may edit it; null otherwise. Throws on a failed call. */
export async function findStepPicture(client: SupabaseClient, stepId: string): Promise<StepPicture | null> {
  const { data, error, status } = await client.rpc('get_step_picture', { p_step_id: stepId })
  if (error !== null) throw new FailedCall(status, error)
  const row = data as StepPictureRow | null
  return row === null
    ? null
    : {
        workspaceId: row.workspace_id,
        demoId: row.demo_id,
        screenshotUrl: row.screenshot_url,
        width: row.width,
        height: row.height,
        edits: readPictureEdits(row.edits) ?? noPictureEdits,
        originalPath: row.original_path,
      }
}

interface StepPictureRow {
  readonly workspace_id: string
  readonly demo_id: string
  readonly screenshot_url: string
  readonly width: number | null
  readonly height: number | null
  readonly edits: unknown
  readonly original_path: string | null
}

export class FailedCall extends Error {
  override readonly name = 'FailedCall'
  readonly status: number

  constructor(status: number, cause: unknown) {
    super('A call to the backend failed', { cause })
    this.status = status
  }
}

/**
 * Burns edits into a step's picture and serves the result from now on, in every step of the workspace that shows the
 * same picture. The new files exist before the database knows them, and are listed for removal until it does: a crash
 * leaves either the old picture or the new one.
 */
export function pictureEditor(services: Services, files: PictureFiles) {
  const call = procedureCaller(services)
  const { backendUrl } = services.config

  return async (
    client: SupabaseClient,
    stepId: string,
    { expected, edits, upload }: PictureChange,
  ): Promise<Result<PictureEditsAnswer, PictureRefusal>> => {
    const picture = await findStepPicture(client, stepId)
    if (picture === null) return fail('gone')
    if (picture.screenshotUrl !== expected) return fail('changed')
    if (upload === null && isSameEdits(picture.edits, edits)) {
      const { screenshotUrl, width, height } = picture
      return succeed({ screenshotUrl, width, height, edits, steps: 1 })
    }
    const shown = capturePath(backendUrl, picture)
    if (shown === null && upload === null) return fail('elsewhere')
    const source = sourceOf(picture, shown)
    const original = upload ?? (source === null ? null : await files.read(source))
    if (original === null) return fail('missing')
    const burnt = await burnPicture(original, edits)
    const plan = planFiles(picture, { burnt, edits, source: upload === null ? source : null })
    await call('expect_files', { p_files: plan.expected })
    try {
      await files.write(plan.served, burnt.content, `image/${burnt.format}`)
      if (plan.keeps !== null) await keepOriginal(files, plan.keeps, upload === null ? source : null, original)
      // The burn took a moment, in which the caller may have lost the right.
      if ((await findStepPicture(client, stepId)) === null) return fail('gone')
      const answer = await call('save_picture_edits', {
        p_step_id: stepId,
        p_expected: expected,
        p_former: formerNames(backendUrl, shown ?? picture.screenshotUrl),
        p_saved: {
          path: plan.served.path,
          width: burnt.width,
          height: burnt.height,
          original_path: plan.originalPath,
          edits,
          is_replacement: upload !== null,
        },
      })
      const { outcome, steps = 0 } = answer as { readonly outcome: 'ok' | 'gone' | 'changed'; readonly steps?: number }
      if (outcome !== 'ok') return fail(outcome)
      const { width, height } = burnt
      return succeed({ screenshotUrl: plan.served.path, width, height, edits, steps })
    } finally {
      await files.removeDue()
    }
  }
}

interface FilePlan {
  readonly served: PictureFile
  /** A new private original to write. */
  readonly keeps: PictureFile | null
  readonly originalPath: string | null
  readonly expected: readonly PictureFile[]
}

function planFiles(
  { workspaceId, demoId }: StepPicture,
  {
    burnt,
    edits,
    source,
  }: { readonly burnt: BurntPicture; readonly edits: PictureEdits; readonly source: PictureFile | null },
): FilePlan {
  const extension = burnt.format === 'jpeg' ? 'jpg' : burnt.format
  const served: PictureFile = { bucket: captureBucket, path: `${workspaceId}/${demoId}/${randomUUID()}.${extension}` }
  if (!hasEdits(edits)) return { served, keeps: null, originalPath: null, expected: [served] }
  if (source?.bucket === originalBucket) {
    return { served, keeps: null, originalPath: source.path, expected: [served] }
  }
  const keeps: PictureFile = { bucket: originalBucket, path: `${workspaceId}/${demoId}/${randomUUID()}.${extension}` }
  return { served, keeps, originalPath: keeps.path, expected: [served, keeps] }
}

/** An upload is encoded again: its metadata may hold more than its pixels show. */
async function keepOriginal(
  files: PictureFiles,
  to: PictureFile,
  from: PictureFile | null,
  upload: Uint8Array,
): Promise<void> {
  if (from !== null) return files.copy(from, to)
  const { content, format } = await burnPicture(upload, noPictureEdits)
  await files.write(to, content, `image/${format}`)
}

function sourceOf({ originalPath }: StepPicture, shown: string | null): PictureFile | null {
  if (originalPath !== null) return { bucket: originalBucket, path: originalPath }
  return shown === null ? null : { bucket: captureBucket, path: shown }
}

/**
 * The path in the bucket of screenshots, if the workspace may edit that picture: it is in the workspace's folder, or a
 * sample's, which is copied. Null for pictures of other sites and workspaces, which would stay readable there.
 */
export function capturePath(
  backendUrl: string,
  { workspaceId, screenshotUrl }: Pick<StepPicture, 'workspaceId' | 'screenshotUrl'>,
): string | null {
  const folder = screenshotAddress(backendUrl, '')
  let path = screenshotUrl.replace(/^\/+/, '')
  if (screenshotUrl.startsWith('http')) {
    if (!screenshotUrl.startsWith(folder)) return null
    try {
      path = decodeURIComponent(screenshotUrl.slice(folder.length))
    } catch {
      return null
    }
  }
  const isKnown = path.startsWith(`${workspaceId}/`) || path.startsWith('sample/')
  return isKnown && !/(?:^|\/)\.{0,2}(?:\/|$)/.test(path) ? path : null
}

/** The path first, then the other ways in which steps name the same picture. */
export function formerNames(backendUrl: string, path: string): readonly string[] {
  return [...new Set([path, `/${path}`, screenshotAddress(backendUrl, path)])]
}
