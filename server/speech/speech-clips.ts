import { createHash } from 'node:crypto'

import { z } from 'zod'

import { baseLanguage } from '#domain/spoken-signs.ts'
import { clipBucket } from '#domain/limits.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { ServerBase, Services } from '#server/services.ts'

import type { SpeechEndpoint, SpeechRequest } from './speech-port.ts'

/** A stored sentence. */
export interface ClipName {
  readonly workspaceId: string
  readonly hash: string
}

/** Agents' spoken sentences, stored so that each is paid for once. */
export interface SpeechClips {
  /** False if nothing is stored. */
  readonly isOn: boolean
  /** The audio; null if there is none, or if it can't be read quickly. */
  readonly find: (clip: ClipName) => Promise<Uint8Array<ArrayBuffer> | null>
  /** The bytes of those that are stored, by hash. */
  readonly sizes: (workspaceId: string, hashes: readonly string[]) => Promise<ReadonlyMap<string, number>>
  readonly keep: (clip: ClipName, sound: Uint8Array<ArrayBuffer>) => void
  /** Deletes expired clips; never rejects, because the next run continues. */
  readonly removeDue: () => Promise<void>
  /** Resolves when every clip so far is stored. */
  readonly settled: () => Promise<void>
}

/** Names a sentence's audio by a hash of everything that determines it. */
export function clipHash({ provider, url, model, command }: SpeechEndpoint, request: SpeechRequest): string {
  const { voice, speed, text } = request
  const language = baseLanguage(request.language ?? 'en')
  return createHash('sha256')
    .update(JSON.stringify([provider, url, model, command, voice, speed, language, text]))
    .digest('hex')
}

export function createSpeechClips(services: ServerBase & Pick<Services, 'backend'>): SpeechClips {
  const { config, log } = services
  const call = procedureCaller(services)
  const files = () => backendClient(services, { role: 'service_role' }).storage.from(clipBucket)
  /** Most recently used last. */
  const recent = new Map<string, Uint8Array<ArrayBuffer>>()
  const pending = new Set<Promise<void>>()
  let recentBytes = 0

  function remember(path: string, sound: Uint8Array<ArrayBuffer>): void {
    const before = recent.get(path)
    recent.delete(path)
    recent.set(path, sound)
    recentBytes += sound.length - (before?.length ?? 0)
    for (const [oldest, { length }] of recent) {
      if (recentBytes <= recentBytesMax) return
      recent.delete(oldest)
      recentBytes -= length
    }
  }

  async function load({ workspaceId, hash }: ClipName): Promise<Uint8Array<ArrayBuffer> | null> {
    const used = await call('use_speech_clips', { p_workspace_id: workspaceId, p_hashes: [hash] })
    if (sizesShape.parse(used).length === 0) return null
    const { data, error } = await files().download(pathOf({ workspaceId, hash }))
    return error === null ? new Uint8Array(await data.arrayBuffer()) : null
  }

  async function store(clip: ClipName, sound: Uint8Array<ArrayBuffer>): Promise<void> {
    const content = new Blob([sound], { type: contentType })
    // The same audio may already exist under this name.
    const { error } = await files().upload(pathOf(clip), content, { contentType, upsert: true })
    if (error !== null) throw error
    const { workspaceId, hash } = clip
    await call('keep_speech_clip', { p_workspace_id: workspaceId, p_hash: hash, p_bytes: sound.length })
  }

  return {
    isOn: config.keepsSpeech,
    async find(clip) {
      if (!config.keepsSpeech) return null
      const path = pathOf(clip)
      const known = recent.get(path)
      if (known !== undefined) {
        remember(path, known)
        return known
      }
      const late = Promise.withResolvers<null>()
      const timer = setTimeout(() => late.resolve(null), findMs)
      const found = await Promise.race([load(clip), late.promise]).catch((error: unknown) => {
        log.warn({ err: error }, 'A stored sentence could not be read; synthesising it again')
        return null
      })
      clearTimeout(timer)
      if (found !== null) remember(path, found)
      return found
    },
    async sizes(workspaceId, hashes) {
      if (!config.keepsSpeech || hashes.length === 0) return new Map()
      const found = sizesShape.parse(await call('use_speech_clips', { p_workspace_id: workspaceId, p_hashes: hashes }))
      return new Map(found.map(({ hash, bytes }) => [hash, bytes]))
    },
    keep(clip, sound) {
      if (!config.keepsSpeech || sound.length === 0 || sound.length > clipBytesMax || recent.has(pathOf(clip))) return
      remember(pathOf(clip), sound)
      const work = store(clip, sound)
        .catch((error: unknown) => log.warn({ err: error }, 'A spoken sentence could not be stored'))
        .finally(() => pending.delete(work))
      pending.add(work)
    },
    async removeDue() {
      if (config.serviceRoleKey === '') return
      try {
        const due = (await call('due_speech_clips', { p_clips_max: clipsMax, p_bytes_max: bytesMax })) as readonly {
          readonly workspace_id: string
          readonly hash: string
        }[]
        if (due.length === 0) return
        const paths = due.map((row) => pathOf({ workspaceId: row.workspace_id, hash: row.hash }))
        // Files may already be gone.
        const { error } = await files().remove(paths)
        if (error !== null) throw error
        for (const path of paths) {
          recentBytes -= recent.get(path)?.length ?? 0
          recent.delete(path)
        }
        await call('delete_speech_clips', { p_clips: due })
      } catch (error) {
        log.warn({ err: error }, 'Stored sentences could not be deleted yet')
      }
    },
    settled: async () => {
      await Promise.all(pending)
    },
  }
}

/** Deletes expired clips now and every hour; returns a stop function. */
export function startRemovingClips(clips: SpeechClips): () => void {
  const timer = setInterval(() => void clips.removeDue(), everyMs)
  timer.unref()
  void clips.removeDue()
  return () => clearInterval(timer)
}

function pathOf({ workspaceId, hash }: ClipName): string {
  return `${workspaceId}/${hash}`
}

const sizesShape = z.array(z.object({ hash: z.string(), bytes: z.number() }))
const contentType = 'application/octet-stream'
/** A visitor waits, and the provider would be faster than this. */
const findMs = 600
/** Per process. */
const recentBytesMax = 64 * 1024 * 1024
const clipBytesMax = 4 * 1024 * 1024
/** Per workspace; the least recently used are deleted first. They also count towards the workspace's storage. */
const clipsMax = 2_000
const bytesMax = 300 * 1024 * 1024
const everyMs = 60 * 60_000
