import { z } from 'zod'

import type { Seal } from '#backend/mail/sealed-text.ts'
import { defaultVoice, voiceOptions, type VoiceValue, type VoiceOption } from '#domain/agent-options.ts'
import { speechProviders, type SpeechBudgets } from '#domain/speech-providers.ts'
import type { CallProcedure } from '#server/backend-access/call-procedure.ts'
import { loadOwnProvider, storedKey } from '#server/providers/own-provider.ts'
import type { Config } from '#server/settings/config.ts'
import { toSpeechUrl } from '#server/settings/speech-url.ts'

import type { SpeechEndpoint } from './speech-port.ts'

/** A workspace's speech provider: its own or the server's. */
export interface WorkspaceSpeech {
  readonly endpoint: SpeechEndpoint
  /** Voice ids that replace those of our table. */
  readonly voices: VoiceIds
  readonly budgets: SpeechBudgets
  /** Whose settings configure the provider. */
  readonly origin: 'workspace' | 'server'
}

export type VoiceIds = Readonly<Partial<Record<VoiceValue, string | undefined>>>

/** The stored settings of a workspace; null if none. */
export function loadSpeechSettings(call: CallProcedure, workspaceId: string): Promise<StoredSpeech | null> {
  return loadOwnProvider(call, 'speech', storedShape, workspaceId)
}

/** Null when neither the workspace nor the server has a speech provider. */
export function chooseSpeech(stored: StoredSpeech | null, config: Config, seal: Seal): WorkspaceSpeech | null {
  const { serverSpeech: shared, speechBudgets: defaults } = config
  if (stored?.is_on === true) {
    const url = toSpeechUrl(stored.url, stored.provider)
    if (url === null) return null
    return {
      endpoint: {
        provider: stored.provider,
        url,
        apiKey: stored.sealed_key === null ? null : seal.open(stored.sealed_key),
        model: stored.model === '' ? defaultSpeechModel(stored.provider) : stored.model,
        price: stored.price,
        mayCallPrivateAddresses: config.embedded?.identity.mayCallPrivateAddresses ?? false,
        command: [],
      },
      voices: stored.voices,
      budgets: mergeBudgets(stored, defaults, (mine, theirs) => mine ?? theirs),
      origin: 'workspace',
    }
  }
  if (shared === null) return null
  // On the operator's account, a workspace can only lower the limits.
  const lower = (mine: number | null, theirs: number | null): number | null =>
    mine === null || theirs === null ? (mine ?? theirs) : Math.min(mine, theirs)
  return {
    endpoint: { ...shared.endpoint, mayCallPrivateAddresses: true },
    voices: shared.voices,
    budgets: stored === null ? defaults : mergeBudgets(stored, defaults, lower),
    origin: 'server',
  }
}

/** The provider's id for one of our voices, in a language that not all of its voices speak. */
export function voiceIdOf(
  { endpoint, voices }: Pick<WorkspaceSpeech, 'endpoint' | 'voices'>,
  voice: string,
  language = 'en',
): string {
  const option = voiceOptions.find(({ value }) => value === voice) ?? defaultVoice
  const own = voices[option.value] || option.providerVoices[endpoint.provider]
  if (endpoint.provider === 'deepgram' && !own.endsWith(`-${language}`)) {
    return deepgramVoices[language]?.[option.gender] ?? own
  }
  // “en-us+m3” of espeak-ng becomes “de+m3”.
  return endpoint.provider === 'command' && language !== 'en' ? own.replace(/^en(?:-[a-z]+)?(?=$|\+)/, language) : own
}

/** Each of Deepgram's voices speaks only one language. */
const deepgramVoices: Readonly<Record<string, Readonly<Record<VoiceOption['gender'], string>>>> = {
  de: { female: 'aura-2-viktoria-de', male: 'aura-2-julius-de' },
  fr: { female: 'aura-2-agathe-fr', male: 'aura-2-hector-fr' },
  es: { female: 'aura-2-celeste-es', male: 'aura-2-nestor-es' },
}

/** The company that receives the agent's sentences; '' for the operator's own program. */
export function processorOf({ endpoint }: WorkspaceSpeech): string {
  const known = speechProviders.find(({ value }) => value === endpoint.provider)
  if (known === undefined) return ''
  // Another company's compatible server is shown by its host name.
  const { hostname } = new URL(endpoint.url)
  return hostname === new URL(known.url).hostname ? known.company : hostname
}

export function defaultSpeechModel(provider: SpeechEndpoint['provider']): string {
  return speechProviders.find(({ value }) => value === provider)?.model ?? ''
}

function mergeBudgets(
  own: SpeechBudgets,
  defaults: SpeechBudgets,
  merge: (mine: number | null, theirs: number | null) => number | null,
): SpeechBudgets {
  return {
    conversation_budget_cents: merge(own.conversation_budget_cents, defaults.conversation_budget_cents),
    agent_daily_budget_cents: merge(own.agent_daily_budget_cents, defaults.agent_daily_budget_cents),
    daily_budget_cents: merge(own.daily_budget_cents, defaults.daily_budget_cents),
    monthly_budget_cents: merge(own.monthly_budget_cents, defaults.monthly_budget_cents),
    conversation_characters_max: merge(own.conversation_characters_max, defaults.conversation_characters_max),
    daily_characters_max: merge(own.daily_characters_max, defaults.daily_characters_max),
  }
}

const limit = z.number().int().nullable()
const voiceId = z.string().max(200).optional()
const storedShape = z.object({
  provider: z.enum(speechProviders.map(({ value }) => value)),
  /** Off: the server's provider, if there is one. */
  is_on: z.boolean(),
  url: z.string(),
  model: z.string(),
  voices: z.object({
    male_professional: voiceId,
    female_professional: voiceId,
    female_friendly: voiceId,
    male_casual: voiceId,
  }) satisfies z.ZodType<VoiceIds>,
  price: z.number(),
  conversation_budget_cents: limit,
  agent_daily_budget_cents: limit,
  daily_budget_cents: limit,
  monthly_budget_cents: limit,
  conversation_characters_max: limit,
  daily_characters_max: limit,
  ...storedKey,
})
export type StoredSpeech = z.infer<typeof storedShape>
