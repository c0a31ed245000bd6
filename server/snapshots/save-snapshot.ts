import { createHash, randomUUID } from 'node:crypto'

import { snapshotBucket } from '#domain/limits.ts'
import { fail, succeed, type Result } from '#domain/result.ts'
import type { SnapshotAnswer, SnapshotUpload } from '#protocol/snapshots.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { PictureFiles } from '#server/pictures/picture-files.ts'
import type { Services } from '#server/services.ts'

import { pageFiles } from './page-files.ts'
import { inPageThread } from './page-thread.ts'
import { readFile, type SnapshotFile } from './read-file.ts'

/** Stores the files of captured pages, each once for a workspace. */
export type SnapshotStore = ReturnType<typeof createSnapshotStore>

/**
 * Files exist before the database knows them and are listed for removal until it does, so that a crash leaves nothing
 * behind.
 */
export function createSnapshotStore(services: Services, files: PictureFiles) {
  const call = procedureCaller(services)

  /** Which of these files the workspace lacks. */
  async function missing(workspaceId: string, hashes: readonly string[]): Promise<readonly string[]> {
    const answer = await call('missing_snapshot_files', { p_workspace_id: workspaceId, p_hashes: hashes })
    return answer as readonly string[]
  }

  async function keep(
    workspaceId: string,
    hash: string,
    read: () => SnapshotFile | Promise<SnapshotFile>,
  ): Promise<void> {
    if ((await missing(workspaceId, [hash])).length === 0) return
    const { content, mimeType } = await read()
    const path = `${workspaceId}/${randomUUID()}`
    await call('expect_files', { p_files: [{ bucket: snapshotBucket, path }] })
    await files.write({ bucket: snapshotBucket, path }, content, mimeType)
    const file = { path, hash, mime_type: mimeType, bytes: content.byteLength }
    const isSaved = await call('save_snapshot_file', { p_workspace_id: workspaceId, p_file: file })
    if (isSaved !== true) throw new Error('The upload took so long that its file was removed')
  }

  return {
    missing,
    /** Stores an upload under the hash of what was uploaded. */
    upload: (workspaceId: string, upload: Uint8Array<ArrayBuffer>, declared: string): Promise<void> =>
      keep(workspaceId, hashOf(upload), () =>
        readFile(upload, declared, async (text) => (await inPageThread(workspaceId, { kind: 'css', text })).css),
      ),
    /** Stores our own text and returns its hash. */
    text: async (
      workspaceId: string,
      text: string,
      mimeType: 'text/html' | 'text/css' | 'image/svg+xml',
    ): Promise<string> => {
      const content = new TextEncoder().encode(text)
      const hash = hashOf(content)
      await keep(workspaceId, hash, () => ({ content, mimeType }))
      return hash
    },
  }
}

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url')
}

/** Stores captured pages. */
export function snapshotSaver(services: Services, files: PictureFiles, store: SnapshotStore) {
  const call = procedureCaller(services)
  const { sheetTexts } = pageFiles(services, files, store)

  /** Returns the hashes of files that must be uploaded first. */
  return async (
    { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
    upload: SnapshotUpload,
  ): Promise<Result<SnapshotAnswer, 'changed'>> => {
    const needed = await store.missing(workspaceId, upload.files)
    if (needed.length > 0) return succeed({ missing: needed })
    const sheets = [...(await sheetTexts(workspaceId, upload.files)).values()]
    const { html, sentences } = await inPageThread(workspaceId, { kind: 'page', text: upload.html, sheets })
    const hash = await store.text(workspaceId, html, 'text/html')
    const outcome = await call('save_snapshot', {
      p_step_id: id,
      p_snapshot: {
        picture: upload.picture,
        hash,
        files: upload.files,
        width: upload.width,
        height: upload.height,
        picture_width: upload.pictureWidth,
        sentences,
      },
    })
    if (outcome === 'changed') return fail('changed')
    return succeed({ missing: outcome === 'missing' ? await store.missing(workspaceId, upload.files) : [] })
  }
}
