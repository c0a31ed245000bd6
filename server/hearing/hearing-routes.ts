import type { Hono } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { hearingProvider, hearingProviders } from '#domain/hearing-providers.ts'
import { providerFields } from '#server/providers/settings-routes.ts'
import type { Services } from '#server/services.ts'
import { toHearingUrl } from '#server/settings/hearing-url.ts'

import { hearingWires } from './hearing-wires.ts'
import { listeningRoutes } from './listening-routes.ts'
import { hearingProcessorOf, loadHearingSettings, serverHearing } from './workspace-hearing.ts'

/** Routes under /hearing/v1: a workspace's speech recognition. */
export function hearingRoutes(services: Services): Hono<AppEnv> {
  return listeningRoutes(services, {
    use: 'hearing',
    toUrl: toHearingUrl,
    load: loadHearingSettings,
    unset: { is_on: false, provider: 'deepgram', url: '', model: '', price: 0 },
    serverProvider: ({ config }) => {
      const shared = serverHearing(config)
      return shared && hearingProcessorOf(shared)
    },
    toWire: (at, { provider, model }) =>
      hearingWires[provider]({ ...at, model: model === '' ? hearingProvider(provider).model : model }, 'en'),
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
const fields = { provider: z.enum(hearingProviders.map(({ value }) => value)), url, model }
