import { newId } from '../new-id.ts'
import { collectImages } from './collect-images.ts'
import { loadWorkspaceId, uploadImage } from './import-calls.ts'
import type { UploadedImage } from './import-job.ts'
import { prepareImage } from './import-manager.ts'

/** Uploads a picture for an existing step; rejects with a readable sentence. */
export async function uploadPicture(file: File, demoId: string): Promise<UploadedImage> {
  const { good, problems } = await collectImages([file], () => undefined)
  if (good.length === 0) throw new Error(problems[0] ?? 'The image could not be read.')
  const { blob, extension, width, height } = await prepareImage(file)
  const workspaceId = await loadWorkspaceId({ demoId, target: { type: 'add-steps', afterStepId: null } })
  const path = `${workspaceId}/${demoId}/${newId()}.${extension}`
  await uploadImage(path, blob)
  return { path, width, height }
}
