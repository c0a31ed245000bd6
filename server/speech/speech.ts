import { createSeal, type Seal } from '#backend/mail/sealed-text.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { createModelAccounting } from '#server/models/model-accounting.ts'
import type { ModelUse } from '#server/models/model-budget.ts'
import { cacheByWorkspace } from '#server/providers/workspace-cache.ts'
import type { ServerBase, Services } from '#server/services.ts'

import { speakByCommand } from './command-speech.ts'
import { speakOverHttp } from './http-speech.ts'
import { SpeechAccount } from './speech-account.ts'
import { openSpeechTurn, reserveSpeech, type SpeechTurn } from './speech-caller.ts'
import { createSpeechClips, type SpeechClips } from './speech-clips.ts'
import type { OpenSpeech } from './speech-port.ts'
import { chooseSpeech, loadSpeechSettings, type WorkspaceSpeech } from './workspace-speech.ts'

/** The only way to a speech provider: within its budget, its deadlines and its circuit breaker. */
export interface Speech {
  /** The workspace's speech, or null; cached for half a minute. */
  readonly find: (workspaceId: string) => Promise<WorkspaceSpeech | null>
  /** Call after a change of settings. */
  readonly forget: (workspaceId: string) => void
  /** Reserves a turn's characters, or throws a ModelError. */
  readonly begin: (speech: WorkspaceSpeech, use: Omit<ModelUse, 'purpose'>, characters: number) => Promise<SpeechTurn>
  /** Reserves for many turns at once. */
  readonly open: (speech: WorkspaceSpeech, use: Omit<ModelUse, 'purpose'>) => SpeechAccount
  /** Stored sentences. */
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
  const books = createModelAccounting(services)
  const clips = createSpeechClips(services)
  return {
    seal,
    ...cacheByWorkspace(now, async (workspaceId) =>
      chooseSpeech(await loadSpeechSettings(call, workspaceId), config, seal),
    ),
    async begin(speech, use, characters) {
      const call = await reserveSpeech(books, speech, { use: { ...use, purpose: 'speech' }, characters })
      return openSpeechTurn(openOf(speech), speech, call, (used) => call.settle({ tokensIn: used, tokensOut: 0 }))
    },
    open: (speech, use) =>
      new SpeechAccount({
        reserve: (characters) => reserveSpeech(books, speech, { use: { ...use, purpose: 'speech' }, characters }),
        open: (call, onClose) => openSpeechTurn(openOf(speech), speech, call, onClose),
      }),
    clips,
    settled: async () => {
      await Promise.all([books.settled(), clips.settled()])
    },
  }
}

function openOf({ endpoint }: WorkspaceSpeech): OpenSpeech {
  return endpoint.provider === 'command' ? speakByCommand : speakOverHttp
}
