import { createSeal, type Seal } from '#backend/mail/sealed-text.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { createModelBooks } from '#server/models/model-books.ts'
import type { ModelUse } from '#server/models/model-budget.ts'
import type { ServerBase, Services } from '#server/services.ts'

import { speakByCommand } from './command-speech.ts'
import { speakOverHttp } from './http-speech.ts'
import { beginSpeech, type SpeechTurn } from './speech-caller.ts'
import { createSpeechClips, type SpeechClips } from './speech-clips.ts'
import { chooseSpeech, loadSpeechSettings, type WorkspaceSpeech } from './workspace-speech.ts'

/** The only way to a speech provider: within its budget, its deadlines and its circuit breaker. */
export interface Speech {
  /** The workspace's speech, or null; remembered for half a minute. */
  readonly find: (workspaceId: string) => Promise<WorkspaceSpeech | null>
  /** After a change of settings. */
  readonly forget: (workspaceId: string) => void
  /** Reserves a turn's characters, or throws a ModelError. */
  readonly begin: (speech: WorkspaceSpeech, use: Omit<ModelUse, 'purpose'>, characters: number) => Promise<SpeechTurn>
  /** Sentences spoken before. */
  readonly clips: SpeechClips
  /** Resolves when every call so far is settled, every notice posted and every clip stored. */
  readonly settled: () => Promise<void>
  /** Seals the keys of workspaces. */
  readonly seal: Seal
}

export function createSpeech(services: ServerBase & Pick<Services, 'backend'>): Speech {
  const { config, now } = services
  const call = procedureCaller(services)
  const seal = createSeal(config.embedded?.jwtSecret ?? config.serviceRoleKey, 'speech keys')
  const books = createModelBooks(services)
  const clips = createSpeechClips(services)
  const known = new Map<string, { readonly speech: Promise<WorkspaceSpeech | null>; readonly until: number }>()
  return {
    seal,
    find(workspaceId) {
      const before = known.get(workspaceId)
      if (before !== undefined && before.until > now()) return before.speech
      const speech = loadSpeechSettings(call, workspaceId).then((stored) => chooseSpeech(stored, config, seal))
      speech.catch(() => known.delete(workspaceId))
      if (known.size >= knownMax) known.clear()
      known.set(workspaceId, { speech, until: now() + knownMs })
      return speech
    },
    forget: (workspaceId) => void known.delete(workspaceId),
    begin: (speech, use, characters) => {
      const open = speech.endpoint.provider === 'command' ? speakByCommand : speakOverHttp
      return beginSpeech(books, open, speech, { use: { ...use, purpose: 'speech' }, characters })
    },
    clips,
    settled: async () => {
      await Promise.all([books.settled(), clips.settled()])
    },
  }
}

const knownMs = 30_000
const knownMax = 10_000
