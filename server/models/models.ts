import { createSeal, type Seal } from '#backend/mail/sealed-text.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { cacheByWorkspace } from '#server/providers/workspace-cache.ts'
import type { ServerBase } from '#server/services.ts'

import { createEmbeddings, type Embeddings } from './embeddings.ts'
import type { ModelPart } from './language-model.ts'
import { createModelAccounting } from './model-accounting.ts'
import { embedTexts, streamModel, type ModelCall } from './model-caller.ts'
import { openSdkModel, prepareSdk } from './sdk-model.ts'
import { chooseModel, loadModelSettings, type WorkspaceModel } from './workspace-model.ts'

/** The only way to a language model: within its budget, its deadlines and its circuit breaker. */
export interface Models {
  /** The workspace's model, or null; cached for half a minute. */
  readonly find: (workspaceId: string) => Promise<WorkspaceModel | null>
  /** Call after a change of settings. */
  readonly forget: (workspaceId: string) => void
  /** Rejects with a ModelError; every call is settled, however it ends. */
  readonly stream: (call: ModelCall) => AsyncGenerator<ModelPart, void>
  readonly embeddings: Embeddings
  /** Resolves when every call so far is settled and every notice posted. */
  readonly settled: () => Promise<void>
  /** Seals the keys of workspaces. */
  readonly seal: Seal
}

export function createModels(services: ServerBase): Models {
  const { config, now } = services
  const call = procedureCaller(services)
  const seal = createSeal(config.embedded?.jwtSecret ?? config.serviceRoleKey, 'model keys')
  const books = createModelAccounting(services)
  return {
    seal,
    embeddings: createEmbeddings(services, (asked) => embedTexts(books, openSdkModel, asked)),
    ...cacheByWorkspace(now, async (workspaceId) => {
      const model = chooseModel(await loadModelSettings(call, workspaceId), config, seal)
      // If this fails, so does the call, which reports it.
      if (model !== null) prepareSdk(model.endpoint).catch(() => undefined)
      return model
    }),
    stream: (asked) => streamModel(books, openSdkModel, asked),
    settled: books.settled,
  }
}
