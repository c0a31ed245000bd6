import { z } from 'zod'

import { realtimeProviders } from '#domain/realtime-providers.ts'
import type { RealtimeSettingsForm } from '#protocol/realtime-settings.ts'
import type { CallProcedure } from '#server/backend-access/call-procedure.ts'
import { loadOwnProvider, storedKey } from '#server/providers/own-provider.ts'
import type { ServerRealtime } from '#server/settings/realtime-settings.ts'

/** The stored settings of a workspace; null if none. */
export function loadRealtimeSettings(call: CallProcedure, workspaceId: string): Promise<StoredRealtime | null> {
  return loadOwnProvider(call, 'realtime', storedShape, workspaceId)
}

/** The settings, with defaults for empty ones. */
export function toRealtime(
  form: Pick<RealtimeSettingsForm, 'model' | 'voice' | 'transcription_model' | 'price'>,
): Omit<ServerRealtime, 'url' | 'apiKey'> {
  return {
    provider: 'realtime',
    model: form.model || known.model,
    voice: form.voice || known.voice,
    transcriptionModel: form.transcription_model || known.transcriptionModel,
    pricePerMinute: form.price,
  }
}

const [known] = realtimeProviders

const storedShape = z.object({
  provider: z.enum(realtimeProviders.map(({ value }) => value)),
  /** Off: the server's provider, if there is one. */
  is_on: z.boolean(),
  url: z.string(),
  model: z.string(),
  voice: z.string(),
  transcription_model: z.string(),
  price: z.number(),
  ...storedKey,
})
export type StoredRealtime = z.infer<typeof storedShape>
