import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { seededRandom } from '#support/seeded-random.ts'

import type { KillableServer } from './killable-server.ts'

/*
 * SIGKILL during uploads of all sizes: acknowledged files must be there, byte for byte; others may be there, but only
 * whole.
 */

export interface FileKillsOptions {
  readonly seed: number
  readonly from: number
  readonly rounds: number
  readonly bytesMax: number
  /** Called after every round. */
  readonly onRound?: (outcome: FileRoundOutcome) => void
  readonly signal?: AbortSignal
}

export interface FileRoundOutcome {
  readonly round: number
  readonly tried: number
  readonly acknowledged: number
  /** What was lost or damaged, in words; empty if nothing. */
  readonly faults: readonly string[]
}

interface SentFile {
  readonly sha256: string
  isAcknowledged: boolean
}

export async function runFileKills(
  server: KillableServer,
  options: FileKillsOptions,
): Promise<readonly FileRoundOutcome[]> {
  const bucket = `files-${randomUUID()}`
  await server.storage.createBucket(bucket, { public: false }).then(throwOnError)
  const outcomes: FileRoundOutcome[] = []
  for (let round = options.from; round < options.from + options.rounds; round += 1) {
    if (options.signal?.aborted === true) break
    const random = seededRandom(options.seed * 100_003 + round)
    const sent = new Map<string, SentFile>()
    const stopping = new AbortController()
    const first = Promise.withResolvers<void>()
    const load: Load = { bucket, bytesMax: options.bytesMax, sent, random, onAcknowledged: first.resolve }
    const lanes = Promise.all([0, 1, 2, 3].map(() => uploadUntil(server, load, stopping.signal)))
    await Promise.race([first.promise, lanes])
    await delay(random(1_500))
    stopping.abort()
    await server.kill()
    await lanes
    await server.startAgain()
    const faults = await findFaults(server, bucket, sent)
    const acknowledged = [...sent.values()].filter(({ isAcknowledged }) => isAcknowledged).length
    const outcome = { round, tried: sent.size, acknowledged, faults }
    outcomes.push(outcome)
    options.onRound?.(outcome)
  }
  return outcomes
}

interface Load {
  readonly bucket: string
  readonly bytesMax: number
  readonly sent: Map<string, SentFile>
  readonly random: (below: number) => number
  readonly onAcknowledged: () => void
}

async function uploadUntil(server: KillableServer, load: Load, signal: AbortSignal): Promise<void> {
  const { bucket, bytesMax, sent, random } = load
  while (!signal.aborted) {
    // Most are small, a few of maximum size.
    const content = randomBytes(Math.floor((random(1_000) / 1_000) ** 4 * bytesMax))
    const file = { sha256: sha256(content), isAcknowledged: false }
    const name = `${randomUUID()}.bin`
    sent.set(name, file)
    const { error } = await server.storage
      .from(bucket)
      .upload(name, content, { contentType: 'application/octet-stream' })
    if (error !== null) return
    file.isAcknowledged = true
    load.onAcknowledged()
  }
}

async function findFaults(
  server: KillableServer,
  bucket: string,
  sent: ReadonlyMap<string, SentFile>,
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const [name, { sha256: expected, isAcknowledged }] of sent) {
    const { data, error } = await server.storage.from(bucket).download(name)
    if (data === null) {
      if (isAcknowledged) faults.push(`${name} was acknowledged and is lost: ${error.message}`)
      continue
    }
    if (sha256(Buffer.from(await data.arrayBuffer())) !== expected) faults.push(`${name} is damaged`)
  }
  return faults
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function throwOnError({ error }: { readonly error: Error | null }): void {
  if (error !== null) throw error
}
