import { createPasswordQueue } from '#backend/auth/accounts/password-queue.ts'
import { createBackend } from '#backend/create-backend.ts'
import type { RealtimeLimits } from '#backend/realtime/realtime-limits.ts'

import { provideAgentEncoder } from './agent/sentence-encoder.ts'
import { provideAgentVectors } from './agent/word-vectors.ts'
import { createSourceReader } from './agents/sources/source-reader.ts'
import { createHearings } from './hearing/hearings.ts'
import { createModels } from './models/models.ts'
import { createProxyWatch } from './operator/proxy-watch.ts'
import { productOf } from './product.ts'
import { createTalkRecordings } from './recordings/talk-recordings.ts'
import type { ServerBase, Services } from './services.ts'
import { createSpeech } from './speech/speech.ts'
import { createSharingChanges } from './share/sharing-changes.ts'
import { createTrackingService } from './tracking/tracking-service.ts'

/** Builds each service once, in dependency order. */
export function createServices(base: ServerBase, realtimeLimits: Partial<RealtimeLimits> = {}): Services {
  const { config } = base
  provideAgentVectors()
  provideAgentEncoder()
  const passwordQueue = createPasswordQueue()
  const sharing = createSharingChanges()
  const tracking = createTrackingService(base)
  const product = productOf(base, { sharing, tracking })
  const models = createModels(base)
  const backend =
    config.embedded === null
      ? null
      : createBackend({ ...base, passwordQueue, config: config.embedded }, product, realtimeLimits)
  return {
    ...base,
    passwordQueue,
    sharing,
    tracking,
    proxies: createProxyWatch(base),
    sources: createSourceReader(base),
    models,
    speech: createSpeech({ ...base, backend }),
    hearings: createHearings(base, models),
    recordings: createTalkRecordings({ ...base, backend }),
    backend,
  }
}
