import { createHash, randomUUID } from 'node:crypto'

import { snapshotBucket } from '#domain/limits.ts'
import { fail, succeed, type Result } from '#domain/result.ts'
import type { SnapshotAnswer, SnapshotUpload } from '#protocol/snapshots.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { PictureFiles } from '#server/pictures/picture-files.ts'
import type { Services } from '#server/services.ts'

import { cleanInThread } from './clean-in-thread.ts'
import { readFile, type SnapshotFile } from './read-file.ts'

/**
 * Stores captured pages and their files for a workspace, each file once. Files exist before the database knows them and
 * are listed for removal until it does, so that a crash leaves nothing behind.
 */
export function snapshotSaver(services: Services, files: PictureFiles) {
  const call = procedureCaller(services)

  async function missing(workspaceId: string, hashes: readonly string[]): Promise<readonly string[]> {
    const answer = await call('missing_snapshot_files', { p_workspace_id: workspaceId, p_hashes: hashes })
    return answer as readonly string[]
  }

  async function store(workspaceId: string, hash: string, { content, mimeType }: SnapshotFile): Promise<void> {
    const path = `${workspaceId}/${randomUUID()}`
    await call('expect_picture_files', { p_files: [{ bucket: snapshotBucket, path }] })
    await files.write({ bucket: snapshotBucket, path }, content, mimeType)
    const file = { path, hash, mime_type: mimeType, bytes: content.byteLength }
    const isSaved = await call('save_snapshot_file', { p_workspace_id: workspaceId, p_file: file })
    if (isSaved !== true) throw new Error('The upload took so long that its file was removed')
  }

  return {
    /** Answers with the hashes of files that have to be uploaded first. */
    async page(
      { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
      upload: SnapshotUpload,
    ): Promise<Result<SnapshotAnswer, 'changed'>> {
      const needed = await missing(workspaceId, upload.files)
      if (needed.length > 0) return succeed({ missing: needed })
      const content = new TextEncoder().encode(await cleanInThread(workspaceId, { kind: 'page', text: upload.html }))
      const hash = createHash('sha256').update(content).digest('base64url')
      if ((await missing(workspaceId, [hash])).length > 0) {
        await store(workspaceId, hash, { content, mimeType: 'text/html' })
      }
      const outcome = await call('save_snapshot', {
        p_step_id: id,
        p_snapshot: {
          picture: upload.picture,
          hash,
          files: upload.files,
          width: upload.width,
          height: upload.height,
          picture_width: upload.pictureWidth,
        },
      })
      if (outcome === 'changed') return fail('changed')
      return succeed({ missing: outcome === 'missing' ? await missing(workspaceId, upload.files) : [] })
    },

    /** Stores one file under the hash of what was uploaded. */
    async file(workspaceId: string, upload: Uint8Array<ArrayBuffer>, declared: string): Promise<void> {
      const hash = createHash('sha256').update(upload).digest('base64url')
      if ((await missing(workspaceId, [hash])).length > 0) {
        const clean = (text: string) => cleanInThread(workspaceId, { kind: 'css', text })
        await store(workspaceId, hash, await readFile(upload, declared, clean))
      }
    },
  }
}
