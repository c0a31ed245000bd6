import { talkBucket } from '#domain/limits.ts'

import { loadStorage } from './backend.ts'
import { mustChange } from './call-backend.ts'
import { submit, type FormOutcome } from './submit.ts'
import type { Workspace } from './workspace-calls.ts'

export type RecordingSetting = Partial<Pick<Workspace, 'records_talks' | 'talk_recording_days'>>

export function saveTalkRecording(workspaceId: string, setting: RecordingSetting): Promise<FormOutcome> {
  return submit('The setting was not saved.', async (client) =>
    mustChange(await client.from('workspaces').update(setting).eq('id', workspaceId).select('id')),
  )
}

/** A signed URL of a recorded turn, for ten minutes; null if it is gone or can't be fetched. */
export async function loadSoundAddress(path: string): Promise<string | null> {
  const storage = await loadStorage().catch(() => null)
  const signed = await storage?.from(talkBucket).createSignedUrl(path, 10 * 60)
  return signed?.data?.signedUrl ?? null
}

/** Deletes the sound of a conversation; its transcript stays. */
export function deleteTalkRecording(conversationId: string): Promise<FormOutcome> {
  return submit('The recording was not deleted.', async (client) =>
    mustChange(
      await client.from('talk_recordings').delete().eq('conversation_id', conversationId).select('conversation_id'),
    ),
  )
}
