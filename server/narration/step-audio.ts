import { z } from 'zod'

import { narrationPath, type StepAudio } from '#protocol/narration.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'
import { accessHeaders, type ShareAccess } from '#server/share/share-access.ts'

/** A step's sound, and its words where they differ from the script. */
export interface FoundAudio extends StepAudio {
  readonly text: string
}

/** Finds the sound of steps, by step id, for somebody with this access. Steps without sound are missing. */
export type FindStepAudio = (services: Services, access: ShareAccess) => Promise<ReadonlyMap<string, FoundAudio>>

/** In the order in which they are preferred: the author's own voice comes first. */
const sources: readonly FindStepAudio[] = [findRecordings]

export async function findStepAudio(services: Services, access: ShareAccess): Promise<ReadonlyMap<string, FoundAudio>> {
  const found = await Promise.all(sources.map((find) => find(services, access)))
  return new Map(found.toReversed().flatMap((each) => [...each]))
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

/** The recordings of the demo that this opens; none while it isn't narrated. */
export async function sharedRecordings(services: Services, access: ShareAccess): Promise<readonly SharedRecording[]> {
  const client = backendClient(services, { role: 'anon', headers: accessHeaders(access) })
  const { data, error } = await client.rpc('shared_recordings')
  if (error !== null) throw new Error(`shared_recordings: ${error.message}`, { cause: error })
  return z.array(recordingShape).parse(data)
}

async function findRecordings(services: Services, access: ShareAccess): Promise<ReadonlyMap<string, FoundAudio>> {
  const recordings = await sharedRecordings(services, access)
  return new Map(
    recordings.map(({ step_id: stepId, hash, ms, text }) => [
      stepId,
      { url: `${narrationPath}/demos/${access.link}/audio/${hash}`, ms, text },
    ]),
  )
}
