import { randomUUID } from 'node:crypto'

import { createFairQueue } from '#backend/http/fair-queue.ts'
import { talkBucket } from '#domain/limits.ts'
import { recordingConsentVersion, type RecordingStop, type RecordingTerms } from '#domain/talk-recording.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { createPictureFiles } from '#server/pictures/picture-files.ts'
import type { ServerBase, Services } from '#server/services.ts'
import { wavHeader } from '#server/speech/wav-header.ts'

import { createSoundBudgets } from './sound-budget.ts'
import { TalkRecorder, type RecorderState, type TalkRecorderOptions, type TurnSound } from './talk-recorder.ts'

interface RecordedTalk {
  readonly workspaceId: string
  readonly conversationId: string
  readonly turnId: TalkRecorderOptions['turnId']
}

/** Recordings of talks by voice, of workspaces that have switched them on. */
export interface TalkRecordings {
  /** What visitors have to accept; null if the workspace records nothing, or its settings can't be read. */
  readonly termsOf: (workspaceId: string) => Promise<RecordingTerms | null>
  /** Records nothing until the visitor has accepted the terms. */
  readonly open: (talk: RecordedTalk, before?: RecorderState | null) => TalkRecorder
  /** Resolves when all sound so far is stored, or after a few seconds. */
  readonly settled: () => Promise<void>
}

export function createTalkRecordings(services: ServerBase & Pick<Services, 'backend'>): TalkRecordings {
  const { log } = services
  const call = procedureCaller(services)
  const files = createPictureFiles(services)
  const budgetOf = createSoundBudgets(memoryBytesMax)
  const queue = createFairQueue({ concurrent: writesMax, waiting: waitingMax, waitingPerKey: waitingMax })
  const pending = new Set<Promise<void>>()

  async function store(
    { workspaceId, conversationId }: RecordedTalk,
    { turnId, chunks, bytes, rate }: TurnSound,
    { terms, isStored }: RecorderState,
  ): Promise<RecordingStop | 'gone' | null> {
    const content = Buffer.concat([wavHeader(bytes, rate), ...chunks])
    const path = `${workspaceId}/${conversationId}/${randomUUID()}.wav`
    const answer = await call('expect_talk_sound', {
      p_conversation_id: conversationId,
      p_sound: {
        path,
        bytes: content.length,
        is_first: !isStored,
        consent_version: terms.version,
        days: terms.days,
        talk_bytes_max: talkBytesMax,
        workspace_bytes_max: workspaceBytesMax,
      },
    })
    if (answer !== 'ok') return answer as RecordingStop | 'gone'
    await files.write({ bucket: talkBucket, path }, content, 'audio/wav')
    const sound = { turn_id: turnId, path, bytes: content.length, duration_ms: Math.ceil((bytes / 2 / rate) * 1_000) }
    const isKept = await call('save_talk_sound', { p_conversation_id: conversationId, p_sound: sound })
    return isKept === true ? null : 'gone'
  }

  /** Abandons a write that hangs, so that the next one can run. */
  async function storeInTime(...sound: Parameters<typeof store>): ReturnType<typeof store> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('A recording took too long to store')), writeMs)
    try {
      return await Promise.race([store(...sound), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async termsOf(workspaceId) {
      try {
        const days = await call('talk_recording_days', { p_workspace_id: workspaceId })
        return typeof days === 'number' ? { version: recordingConsentVersion, days } : null
      } catch (error) {
        log.warn({ err: error }, 'Could not look up whether talks are recorded; they are not')
        return null
      }
    },
    open(talk, before) {
      const { workspaceId, conversationId, turnId } = talk
      return new TalkRecorder(
        {
          budget: budgetOf(workspaceId),
          turnId,
          save: (sound, state) => queue.run(workspaceId, () => storeInTime(talk, sound, state)),
          async fail(error) {
            log.warn({ err: error, conversationId }, 'The recording of a talk stopped')
            // If this fails too, the turns without sound still show it.
            const stop = { p_conversation_id: conversationId, p_reason: 'failed' }
            await call('stop_talk_recording', stop).catch(() => undefined)
          },
          track: (work) => {
            pending.add(work)
            void work.finally(() => pending.delete(work))
          },
        },
        before,
      )
    },
    async settled() {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, settleMs)
      const all = async (): Promise<void> => {
        while (pending.size > 0) await Promise.allSettled(pending)
      }
      await Promise.race([all(), late.promise])
      clearTimeout(timer)
    },
  }
}

/** Sound of all talks that isn't stored yet. */
const memoryBytesMax = { total: 128_000_000, perWorkspace: 48_000_000 }
const writesMax = 2
const waitingMax = 2_000
const writeMs = 30_000
const settleMs = 4_000
/** Ten minutes of talk take about 25 MB. They also count towards the workspace's storage. */
const talkBytesMax = 40_000_000
const workspaceBytesMax = 1_000_000_000
