import { voiceOptions } from '#domain/agent-options.ts'
import { speechProviders, type SpeechBudgets } from '#domain/speech-providers.ts'
import type { SettingsReader } from '#backend/settings/settings-reader.ts'
import type { SpeechEndpoint } from '#server/speech/speech-port.ts'
import type { VoiceIds } from '#server/speech/workspace-speech.ts'

import { toSpeechUrl } from './speech-url.ts'

/** The server's speech provider, for workspaces without their own. */
export interface ServerSpeech {
  readonly endpoint: Omit<SpeechEndpoint, 'mayCallPrivateAddresses'>
  readonly voices: VoiceIds
}

export interface SpeechSettings {
  /** Null: visitors hear their browser's voice. */
  readonly serverSpeech: ServerSpeech | null
  /** When off, the provider synthesises every sentence each time. */
  readonly keepsSpeech: boolean
  /** For every workspace without its own limits. */
  readonly speechBudgets: SpeechBudgets
}

/** Reads this group of settings; the reader collects problems. */
export function parseSpeechSettings(settings: SettingsReader): SpeechSettings {
  const { wholeNumber } = settings
  return {
    serverSpeech: parseServerSpeech(settings),
    keepsSpeech: settings.oneOf('TTS_KEEP', ['on', 'off'], 'on') === 'on',
    speechBudgets: {
      conversation_budget_cents: null,
      agent_daily_budget_cents: null,
      daily_budget_cents: wholeNumber('TTS_DAILY_BUDGET_CENTS', 0, 100_000_000, 500),
      monthly_budget_cents: wholeNumber('TTS_MONTHLY_BUDGET_CENTS', 0, 100_000_000, 5_000),
      conversation_characters_max: wholeNumber('TTS_CONVERSATION_CHARACTERS', 0, 10_000_000, 8_000),
      daily_characters_max: wholeNumber('TTS_DAILY_CHARACTERS', 0, 999_999_999, 500_000),
    },
  }
}

function parseServerSpeech(settings: SettingsReader): ServerSpeech | null {
  const { text, oneOf, refuse } = settings
  const names = ['none', ...speechProviders.map(({ value }) => value), 'command'] as const
  const provider = oneOf('TTS_PROVIDER', names, 'none')
  const url = text('TTS_URL')
  const apiKey = text('TTS_API_KEY')
  const command = splitCommand(text('TTS_COMMAND') ?? '')
  const price = parsePrice(settings)
  const voices = parseVoices(settings)
  if (provider === 'none') {
    if (url !== null || apiKey !== null || command.length > 0) {
      refuse(`TTS_PROVIDER must be set where TTS_URL, TTS_API_KEY or TTS_COMMAND is: ${names.slice(1).join(', ')}.`)
    }
    return null
  }
  if (provider === 'command') {
    if (command.length === 0) return refuse('TTS_PROVIDER=command needs TTS_COMMAND, such as "espeak-ng --stdout".')
    if (url !== null || apiKey !== null)
      return refuse('TTS_PROVIDER=command calls no address: remove TTS_URL and TTS_API_KEY.')
    return { endpoint: { provider, url: '', apiKey: null, model: command.join(' '), price, command }, voices }
  }
  if (command.length > 0) return refuse('TTS_COMMAND needs TTS_PROVIDER=command.')
  if (url === null && apiKey === null) {
    return refuse('TTS_PROVIDER needs TTS_API_KEY, or the TTS_URL of an endpoint without keys.')
  }
  const address = toSpeechUrl(url ?? '', provider)
  if (address === null) {
    return refuse(`TTS_URL must be an address like https://api.openai.com/v1, but is "${url ?? ''}".`)
  }
  const model = text('TTS_MODEL') ?? speechProviders.find(({ value }) => value === provider)?.model ?? ''
  return { endpoint: { provider, url: address, apiKey, model, price, command: [] }, voices }
}

/** A program with arguments; double quotes keep spaces. Not run by a shell. */
function splitCommand(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

function parsePrice({ text, refuse }: SettingsReader): number {
  const value = text('TTS_PRICE')
  if (value === null) return 0
  if (/^\d{1,5}(?:\.\d{1,4})?$/.test(value)) return Number(value)
  refuse(`TTS_PRICE must be dollars per million characters such as 15, but is "${value}".`)
  return 0
}

/** `male_casual=echo,female_friendly=coral`. */
function parseVoices({ list, refuse }: SettingsReader): VoiceIds {
  const voices: Partial<Record<string, string>> = {}
  for (const entry of list('TTS_VOICES')) {
    const [name = '', id = ''] = entry.split('=', 2).map((part) => part.trim())
    const option = voiceOptions.find(({ value }) => value === name)
    if (option === undefined || !/^[\w+.: -]{1,200}$/.test(id)) {
      refuse(`TTS_VOICES must list voices like male_casual=echo, but contains "${entry}".`)
    } else voices[option.value] = id
  }
  return voices
}
