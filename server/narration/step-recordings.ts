import { z } from 'zod'

import { narrationPath, type StepAudio } from '#protocol/narration.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'
import { accessHeaders, type ShareAccess } from '#server/share/share-access.ts'

/** A step's recording, and its words if they differ from the script. */
interface Recording extends StepAudio {
  readonly text: string
}

const recordingShape = z.object({
  step_id: z.string(),
  path: z.string(),
  hash: z.string(),
  mime_type: z.string(),
  ms: z.number(),
  text: z.string(),
})
type SharedRecording = z.infer<typeof recordingShape>

/** The recordings, or the one with this hash, of the demo that this access opens; none if narration is off. */
export async function sharedRecordings(
  services: Services,
  access: ShareAccess,
  hash: string | null = null,
): Promise<readonly SharedRecording[]> {
  const client = backendClient(services, { role: 'anon', headers: accessHeaders(access) })
  const { data, error } = await client.rpc('shared_recordings', { p_hash: hash })
  if (error !== null) throw new Error(`shared_recordings: ${error.message}`, { cause: error })
  return z.array(recordingShape).parse(data)
}

/** Authors' recordings, by step id. */
export async function findRecordings(services: Services, access: ShareAccess): Promise<ReadonlyMap<string, Recording>> {
  const recordings = await sharedRecordings(services, access)
  return new Map(
    recordings.map(({ step_id: stepId, hash, ms, text }) => [
      stepId,
      { url: `${narrationPath}/demos/${access.link}/audio/${hash}`, ms, text },
    ]),
  )
}
