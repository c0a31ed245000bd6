import { z } from 'zod'

import type { Seal } from '#backend/mail/sealed-text.ts'
import { procedureCaller, type CallProcedure } from '#server/backend-access/call-procedure.ts'
import { ModelError } from '#server/models/language-model.ts'
import type { Services } from '#server/services.ts'

import { keyStays, mayCallPrivate, notAnAddress, refuseAddress, toStoredKey } from './provider-address.ts'

/** The services for which a workspace can have its own provider. */
type ProviderUse = 'model' | 'speech' | 'hearing' | 'realtime'

/** A kind of provider that a workspace can configure for itself. */
export interface ProviderKind<Provider extends string> {
  readonly use: ProviderUse
  /** Null for an invalid address. */
  readonly toUrl: (url: string, provider: Provider) => string | null
  readonly seal: Seal
  readonly forget: (workspaceId: string) => void
}

interface Place<Provider extends string> {
  readonly provider: Provider
  readonly url: string
}

interface StoredPlace<Provider extends string> extends Place<Provider> {
  readonly sealed_key: string | null
}

interface OwnProviderChange<Provider extends string> {
  readonly workspaceId: string
  readonly settings: Place<Provider>
  /** Absent keeps the stored key, '' removes it. */
  readonly apiKey?: string | undefined
}

/** Columns of every stored provider. */
export const storedKey = { key_last_four: z.string().nullable(), sealed_key: z.string().nullable() } as const

/** The stored settings of a workspace; null if none. */
export async function loadOwnProvider<Stored>(
  call: CallProcedure,
  use: ProviderUse,
  shape: z.ZodType<Stored>,
  workspaceId: string,
): Promise<Stored | null> {
  const stored = await call('provider_of_workspace', { p_workspace_id: workspaceId, p_kind: use })
  return shape.nullable().parse(stored ?? null)
}

/** Saves a workspace's settings; returns a sentence if it refuses. Unused settings aren't checked. */
export async function saveOwnProvider<Provider extends string>(
  services: Services,
  kind: ProviderKind<Provider>,
  stored: StoredPlace<Provider> | null,
  { workspaceId, settings, apiKey, isUsed }: OwnProviderChange<Provider> & { readonly isUsed: boolean },
): Promise<string | null> {
  const url = kind.toUrl(settings.url, settings.provider)
  if (url === null) return notAnAddress
  const refusal = isUsed ? refuseAddress(services, url) : null
  if (refusal !== null) return refusal
  const hasMoved = stored !== null && stored.sealed_key !== null && !isSamePlace(kind, stored, settings)
  if (apiKey === undefined && hasMoved && isUsed) return keyStays
  await procedureCaller(services)('save_provider_settings', {
    p_workspace_id: workspaceId,
    p_kind: kind.use,
    p_settings: { ...settings, url: settings.url.trim() === '' ? '' : url },
    // An unused provider's address may change, but the key is not kept for the new one.
    p_key: toStoredKey(kind.seal, hasMoved ? (apiKey ?? '') : apiKey),
  })
  kind.forget(workspaceId)
  return null
}

/** The endpoint for testing unsaved settings: with the given key, or the stored one if the address is unchanged. */
export function placeOfTrial<Provider extends string>(
  services: Services,
  kind: ProviderKind<Provider>,
  stored: StoredPlace<Provider> | null,
  trial: Place<Provider> & { readonly apiKey?: string | undefined },
) {
  const url = kind.toUrl(trial.url, trial.provider)
  const refusal = url === null ? notAnAddress : refuseAddress(services, url)
  if (url === null || refusal !== null) throw new ModelError('forbidden', refusal ?? notAnAddress, { isCharged: false })
  const keepsKey = trial.apiKey === undefined && stored !== null && isSamePlace(kind, stored, trial)
  const storedKey = keepsKey && stored.sealed_key !== null ? kind.seal.open(stored.sealed_key) : null
  return {
    provider: trial.provider,
    url,
    apiKey: trial.apiKey || storedKey,
    mayCallPrivateAddresses: mayCallPrivate(services),
  }
}

/**
 * A stored key is sent only to the address it was saved for; otherwise an admin could capture it with their own server.
 */
function isSamePlace<Provider extends string>(
  { toUrl }: ProviderKind<Provider>,
  stored: Place<Provider>,
  settings: Place<Provider>,
): boolean {
  const before = toUrl(stored.url, stored.provider)
  const after = toUrl(settings.url, settings.provider)
  if (before === null || after === null) return false
  return stored.provider === settings.provider && new URL(before).origin === new URL(after).origin
}
