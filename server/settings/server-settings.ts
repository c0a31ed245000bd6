import { isIP } from 'node:net'
import { resolve } from 'node:path'

import type { SettingsReader } from '#backend/settings/settings-reader.ts'
import { isEmailAddress } from '#domain/email-address.ts'

import { parseHearingSettings, type ServerHearing } from './hearing-settings.ts'
import { parseRealtimeSettings, type ServerRealtime } from './realtime-settings.ts'
import { parseModelSettings, type ModelSettings } from './model-settings.ts'
import { parseSpeechSettings, type SpeechSettings } from './speech-settings.ts'

/** Settings that don't depend on the backend. */
export interface ServerSettings extends ModelSettings, SpeechSettings {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  readonly dataDir: string
  readonly logLevel: LogLevel
  /** Addresses and ranges whose X-Forwarded-For is trusted; null when not set. */
  readonly trustedProxies: readonly string[] | null
  /** Off when a gateway in front already limits conversations per address. */
  readonly hasAgentLimits: boolean
  /** How long /healthz reports the shutdown before the server stops accepting connections. */
  readonly drainMs: number
  /** Off when a gateway in front already limits events per address. */
  readonly hasTrackingLimits: boolean
  /** Days that tracking events and visits are kept; daily totals stay. */
  readonly trackingRetentionDays: number
  /** Where feedback is mailed; null only stores it. */
  readonly feedbackEmail: string | null
  /** The scraper's token for /metrics; null turns metrics off. */
  readonly metricsToken: string | null
  /** Null: browsers recognise speech themselves. */
  readonly hearing: ServerHearing | null
  /** Hears and answers in voice conversations, instead of `hearing`. */
  readonly realtime: ServerRealtime | null
}

export type LogLevel = (typeof logLevels)[number]

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Reads this group of settings; the reader collects problems. */
export function parseServerSettings(settings: SettingsReader): ServerSettings {
  const { text, oneOf, wholeNumber } = settings
  refuseUnsupported(settings)
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', 0, 65_535, 3_000),
    dataDir: resolve(text('DATA_DIR') ?? '.data'),
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
    trustedProxies: parseTrustedProxies(settings),
    hasAgentLimits: oneOf('AGENT_LIMITS', ['on', 'off'], 'on') === 'on',
    drainMs: wholeNumber('DRAIN_SECONDS', 0, 300, 0) * 1_000,
    hasTrackingLimits: oneOf('TRACKING_LIMITS', ['on', 'off'], 'on') === 'on',
    trackingRetentionDays: wholeNumber('TRACKING_RETENTION_DAYS', 1, 3_650, 400),
    feedbackEmail: parseFeedbackEmail(settings),
    metricsToken: parseMetricsToken(settings),
    hearing: parseHearingSettings(settings),
    realtime: parseRealtimeSettings(settings),
    ...parseModelSettings(settings),
    ...parseSpeechSettings(settings),
  }
}

function refuseUnsupported({ text, refuse }: SettingsReader): void {
  for (const [name, what] of Object.entries(notYet)) {
    if (text(name) !== null) refuse(`${name} is set, but this version has no support for ${what} yet; remove it.`)
  }
}

/** Planned but not built: silently ignoring it would lose data. */
const notYet = {
  CRM_URL: 'a CRM',
  SLACK_WEBHOOK_URL: 'messages to Slack',
  CALENDAR_URL: 'a calendar',
} as const

function parseTrustedProxies({ list, text, refuse }: SettingsReader): readonly string[] | null {
  if (text('TRUSTED_PROXY') === null) return null
  if (text('TRUSTED_PROXY') === 'none') return []
  const trustedProxies = list('TRUSTED_PROXY')
  for (const proxy of trustedProxies) {
    if (!isRange(proxy)) {
      refuse(`TRUSTED_PROXY must list addresses or ranges like 127.0.0.1 or 10.0.0.0/8, but contains "${proxy}".`)
    }
  }
  return trustedProxies
}

function isRange(proxy: string): boolean {
  const [, address = '', bits] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(proxy) ?? []
  return isIP(address) !== 0 && Number(bits ?? 0) <= (isIP(address) === 4 ? 32 : 128)
}

function parseFeedbackEmail({ text, refuse }: SettingsReader): string | null {
  const feedbackEmail = text('FEEDBACK_EMAIL')
  if (feedbackEmail === null || isEmailAddress(feedbackEmail)) return feedbackEmail
  return refuse(`FEEDBACK_EMAIL must be one email address, but is "${feedbackEmail}".`)
}

function parseMetricsToken({ text, refuse }: SettingsReader): string | null {
  const metricsToken = text('METRICS_TOKEN')
  // Characters allowed after "Bearer " (RFC 6750); short tokens could be guessed.
  if (metricsToken === null || /^[\w.~+/-]{32,}=*$/.test(metricsToken)) return metricsToken
  return refuse('METRICS_TOKEN must have at least 32 characters, of letters, digits and -._~+/ only.')
}
