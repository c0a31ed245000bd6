import type { Seal } from '#backend/mail/sealed-text.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { ModelError } from '#server/models/language-model.ts'
import type { Services } from '#server/services.ts'

import { keyStays, mayCallPrivate, notAnAddress, refuseAddress, toStoredKey } from './provider-address.ts'

/** A kind of provider that a workspace can have its own of. */
export interface ProviderKind<Provider extends string> {
  /** Null for an invalid address. */
  readonly toUrl: (url: string, provider: Provider) => string | null
  readonly seal: Seal
  readonly forget: (workspaceId: string) => void
  /** The database procedure. */
  readonly save: 'save_model_settings' | 'save_speech_settings' | 'save_hearing_settings'
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
  await procedureCaller(services)(kind.save, {
    p_workspace_id: workspaceId,
    p_settings: { ...settings, workspace_id: workspaceId, url: settings.url.trim() === '' ? '' : url },
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
