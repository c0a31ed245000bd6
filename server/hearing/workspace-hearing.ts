import { z } from 'zod'

import type { Seal } from '#backend/mail/sealed-text.ts'
import { hearingProvider, hearingProviders } from '#domain/hearing-providers.ts'
import type { CallProcedure } from '#server/backend-access/call-procedure.ts'
import { loadOwnProvider, storedKey } from '#server/providers/own-provider.ts'
import { toRealtime, type StoredRealtime } from '#server/realtime/workspace-realtime.ts'
import type { Config } from '#server/settings/config.ts'
import type { ServerHearing } from '#server/settings/hearing-settings.ts'
import { toHearingUrl } from '#server/settings/hearing-url.ts'
import type { ServerRealtime } from '#server/settings/realtime-settings.ts'

/** A workspace's speech recognition: its own provider or the server's. */
export type WorkspaceHearing = (ServerHearing | ServerRealtime) & {
  readonly mayCallPrivateAddresses: boolean
  /** One workspace's wrong key must not disable recognition for others. */
  readonly account: string
}

/** The stored settings of a workspace; null if none. */
export function loadHearingSettings(call: CallProcedure, workspaceId: string): Promise<StoredHearing | null> {
  return loadOwnProvider(call, 'hearing', storedShape, workspaceId)
}

/** Null if neither the workspace nor the server has a provider: browsers recognise speech. */
export function chooseHearing(
  workspaceId: string,
  { hearing, realtime }: { readonly hearing: StoredHearing | null; readonly realtime: StoredRealtime | null },
  config: Config,
  seal: Seal,
): WorkspaceHearing | null {
  const own = realtime?.is_on === true ? realtime : hearing
  if (own?.is_on !== true) return serverHearing(config)
  const url = toHearingUrl(own.url, own.provider)
  if (url === null) return null
  return {
    ...(own === realtime ? toRealtime(realtime) : toHearing(own)),
    url,
    apiKey: own.sealed_key === null ? null : seal.open(own.sealed_key),
    mayCallPrivateAddresses: config.embedded?.identity.mayCallPrivateAddresses ?? false,
    account: `${workspaceId} ${url}`,
  }
}

function toHearing({ provider, model, price }: StoredHearing): Omit<ServerHearing, 'url' | 'apiKey'> {
  return { provider, model: model === '' ? hearingProvider(provider).model : model, pricePerMinute: price }
}

/** The provider of the server's settings, also used while the database is unavailable. */
export function serverHearing({ realtime, hearing }: Pick<Config, 'realtime' | 'hearing'>): WorkspaceHearing | null {
  const shared = realtime ?? hearing
  return shared && { ...shared, mayCallPrivateAddresses: true, account: shared.url }
}

/** The company that receives the audio. For a compatible endpoint, another company or the operator's own machine. */
export function hearingProcessorOf({ provider, url }: Pick<WorkspaceHearing, 'provider' | 'url'>): string {
  const isCompatible = provider === 'realtime' || provider === 'openai-compatible'
  const { company, url: usual } = hearingProvider(provider === 'realtime' ? 'openai-compatible' : provider)
  const { hostname } = new URL(url)
  return isCompatible && hostname !== new URL(usual).hostname ? hostname : company
}

const storedShape = z.object({
  provider: z.enum(hearingProviders.map(({ value }) => value)),
  /** Off: the server's provider, if there is one. */
  is_on: z.boolean(),
  url: z.string(),
  model: z.string(),
  price: z.number(),
  ...storedKey,
})
export type StoredHearing = z.infer<typeof storedShape>
