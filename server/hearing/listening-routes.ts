import type { Hono } from 'hono'
import type { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import type {
  ListeningAnswer,
  ListeningForm,
  ListeningTestAnswer,
  ListeningTrial,
  ProviderSettingsChange,
} from '#protocol/provider-settings.ts'
import { procedureCaller, type CallProcedure } from '#server/backend-access/call-procedure.ts'
import { readJson } from '#server/http/read-json.ts'
import { placeOfTrial, saveOwnProvider, type ProviderKind } from '#server/providers/own-provider.ts'
import { createTrials, settingsRoutes } from '#server/providers/settings-routes.ts'
import type { Services } from '#server/services.ts'

import type { HearingEndpoint, HearingWire } from './hearing-wire.ts'
import { tryHearing } from './try-hearing.ts'

/** A kind of provider that hears visitors: speech recognition, or speech to speech. */
export interface ListeningKind<Provider extends string, Form extends ListeningForm<Provider>> {
  readonly use: 'hearing' | 'realtime'
  readonly toUrl: ProviderKind<Provider>['toUrl']
  readonly load: (
    call: CallProcedure,
    workspaceId: string,
  ) => Promise<(Form & { readonly key_last_four: string | null; readonly sealed_key: string | null }) | null>
  readonly unset: Form
  /** The company of the server's provider. */
  readonly serverProvider: (services: Services) => string | null
  /** The connection that a talk would open. */
  readonly toWire: (at: Pick<HearingEndpoint, 'url' | 'apiKey'>, trial: ListeningTrial<Form>) => HearingWire
  readonly changeShape: z.ZodType<ProviderSettingsChange<Form>>
  readonly trialShape: z.ZodType<ListeningTrial<Form>>
}

/** Routes for a workspace's provider that hears visitors, set and tested by its admins. */
export function listeningRoutes<Provider extends string, Form extends ListeningForm<Provider>>(
  services: Services,
  kind: ListeningKind<Provider, Form>,
): Hono<AppEnv> {
  const { use, toUrl, load, unset, serverProvider, toWire, changeShape, trialShape } = kind
  const { hearings } = services
  const own = { use, toUrl, seal: hearings.seal, forget: hearings.forget }
  const loadStored = (workspaceId: string) => load(procedureCaller(services), workspaceId)
  const app = settingsRoutes(services, {
    shape: changeShape,
    read: async (_, workspaceId): Promise<ListeningAnswer<Form>> => {
      const stored = await loadStored(workspaceId)
      const { sealed_key: _key, key_last_four: keyLastFour, ...settings } = stored ?? { ...unset, ...noKey }
      return { settings: settings as unknown as Form, keyLastFour, serverProvider: serverProvider(services) }
    },
    change: async (_, change) =>
      saveOwnProvider(services, own, await loadStored(change.workspaceId), {
        ...change,
        isUsed: change.settings.is_on,
      }),
  })
  const tryOut = createTrials(services)
  app.post('/test', async (context) =>
    tryOut<ListeningTestAnswer, ListeningTrial<Form>>(
      context,
      await readJson(context, trialShape),
      'Choose a provider to test.',
      async (trial, elapsedMs) => {
        const at = placeOfTrial(services, own, await loadStored(trial.workspaceId), trial)
        await tryHearing(toWire(at, trial), at)
        return { ok: true, milliseconds: elapsedMs() }
      },
    ),
  )
  return app
}

const noKey = { key_last_four: null, sealed_key: null } as const
