import { createHash, randomUUID } from 'node:crypto'

import { audioBucket } from '#domain/limits.ts'
import type { SavedRecording } from '#protocol/narration.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { PictureFiles } from '#server/pictures/picture-files.ts'
import type { Services } from '#server/services.ts'

import { checkAudio } from './check-audio.ts'

/**
 * Stores a recording of a workspace. Its file is listed for removal until the database knows it, so that a crash leaves
 * nothing behind. Identical audio is stored once.
 */
export function recordingSaver(services: Services, files: PictureFiles) {
  const call = procedureCaller(services)

  return async (workspaceId: string, upload: Uint8Array): Promise<SavedRecording> => {
    const { content, mimeType, extension, ms } = checkAudio(upload)
    const hash = createHash('sha256').update(content).digest('base64url')
    const known = await call('keep_recording', { p_workspace_id: workspaceId, p_hash: hash })
    if (known !== null && known !== undefined) return toSaved(known)
    const path = `${workspaceId}/${randomUUID()}.${extension}`
    await call('expect_files', { p_files: [{ bucket: audioBucket, path }] })
    await files.write({ bucket: audioBucket, path }, content, mimeType)
    const saved = await call('save_recording', {
      p_workspace_id: workspaceId,
      p_recording: { path, hash, mime_type: mimeType, bytes: content.byteLength, duration_ms: ms },
    })
    if (saved === null) throw new Error('The upload took so long that its file was removed')
    return toSaved(saved)
  }
}

function toSaved(row: unknown): SavedRecording {
  const { id, ms } = row as { readonly id: string; readonly ms: number }
  return { audioId: id, ms }
}
