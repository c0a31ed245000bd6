import { z } from 'zod'

import { narrationPath, type StepAudio } from '#protocol/narration.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'
import { accessHeaders, type ShareAccess } from '#server/share/share-access.ts'

/** A step's audio, and its words if they differ from the script. */
export interface FoundAudio extends StepAudio {
  readonly text: string
}

/** Finds the audio of steps, by step id, with a given access. Steps without audio are missing. */
export type FindStepAudio = (services: Services, access: ShareAccess) => Promise<ReadonlyMap<string, FoundAudio>>

/** In order of preference: the author's own voice first. */
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

/** The recordings of the demo that this access opens; none if narration is off. */
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
