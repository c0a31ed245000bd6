import type { Hono } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { realtimeProviders } from '#domain/realtime-providers.ts'
import { listeningRoutes } from '#server/hearing/listening-routes.ts'
import { hearingProcessorOf } from '#server/hearing/workspace-hearing.ts'
import { providerFields } from '#server/providers/settings-routes.ts'
import type { Services } from '#server/services.ts'
import { toHearingUrl } from '#server/settings/hearing-url.ts'

import { loadRealtimeSettings, toRealtime } from './workspace-realtime.ts'
import { realtimeWire } from './realtime-wire.ts'

/** Routes under /speech-to-speech/v1: a workspace's speech-to-speech provider. */
export function realtimeRoutes(services: Services): Hono<AppEnv> {
  return listeningRoutes(services, {
    use: 'realtime',
    toUrl: toHearingUrl,
    load: loadRealtimeSettings,
    unset: {
      is_on: false,
      provider: 'openai-compatible',
      url: '',
      model: '',
      voice: '',
      transcription_model: '',
      price: 0,
    },
    serverProvider: ({ config }) => config.realtime && hearingProcessorOf(config.realtime),
    toWire: (at, trial) => realtimeWire({ ...toRealtime({ ...trial, price: 0 }), ...at }, 'en'),
    changeShape: z.object({
      workspaceId,
      apiKey,
      settings: z.object({ is_on: z.boolean(), ...fields, price: price.max(999) }),
    }),
    trialShape: z.object({ workspaceId, apiKey, ...fields }),
  })
}

const { url, model, apiKey, price } = providerFields
const workspaceId = z.uuid()
const fields = {
  provider: z.enum(realtimeProviders.map(({ value }) => value)),
  url,
  model,
  voice: model,
  transcription_model: model,
}
