import { audioBucket } from '#domain/limits.ts'
import { narrationPath, type SavedRecording } from '#protocol/narration.ts'

import { callBackend, type CallResult } from './call-backend.ts'
import { loadStorage } from './backend.ts'
import { fetchAsUser } from './fetch-as-user.ts'

/** Stores a recording for the steps of a demo; the server checks it. */
export function saveRecording(demoId: string, sound: Blob): Promise<CallResult<SavedRecording>> {
  return callBackend(() => fetchAsUser<SavedRecording>('POST', `${narrationPath}/demos/${demoId}/recordings`, sound))
}

/** A recording's file; null if it is gone or can't be fetched. */
export async function loadRecording(audioId: string): Promise<Blob | null> {
  const found = await callBackend((client) =>
    client.from('step_audio').select('path').eq('id', audioId).maybeSingle<{ readonly path: string }>(),
  )
  if (!found.ok || found.value === null) return null
  const storage = await loadStorage().catch(() => null)
  if (storage === null) return null
  const { data } = await storage.from(audioBucket).download(found.value.path)
  return data
}

/** Signed URLs of recordings for an hour, by id; deleted ones are missing. */
export async function loadRecordingAddresses(audioIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await callBackend((client) =>
    client
      .from('step_audio')
      .select('id, path')
      .in('id', audioIds)
      .overrideTypes<{ readonly id: string; readonly path: string }[], { merge: false }>(),
  )
  if (!found.ok || found.value.length === 0) return new Map()
  const storage = await loadStorage().catch(() => null)
  const signed = await storage?.from(audioBucket).createSignedUrls(
    found.value.map(({ path }) => path),
    60 * 60,
  )
  const urls = new Map(signed?.data?.map(({ path, signedUrl }) => [path, signedUrl]))
  return new Map(found.value.flatMap(({ id, path }) => (urls.has(path) ? [[id, urls.get(path) ?? '']] : [])))
}
