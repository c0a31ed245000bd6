import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

import type { CaptchaWidget } from '#protocol/client-config.ts'

import { createApiKeys, parseApiKeys, type ApiKeys, type ApiKeySettings } from './api-keys.ts'
import { parseAuthConfig, type AuthConfig } from './auth/auth-config.ts'
import { parseIdentityConfig, type IdentityConfig, type IdentitySettings } from './auth/identity-config.ts'
import { createSigningKeys } from './auth/signing-keys.ts'
import { parseRestConfig, type RestConfig } from './rest/rest-config.ts'
import { roleKey } from './role-keys.ts'
import { createSettingsReader } from './settings-reader.ts'
import { parseStorageConfig, type StorageConfig } from './storage/storage-config.ts'

/** Every setting of a running server. Nothing else reads the environment. */
export interface Config {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** Origin people reach this product at, without a slash at the end. */
  readonly publicUrl: string
  readonly dataDir: string
  readonly logLevel: LogLevel
  /** Addresses and ranges whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** Off where something in front of this server limits how many conversations an address may start. */
  readonly hasAgentLimits: boolean
  /** For how long a server that was asked to end says so on /healthz before it takes no more connections. */
  readonly drainMs: number
  /** Off where something in front of this server limits how many events an address may send. */
  readonly hasTrackingLimits: boolean
  /** Days that tracking events and visits are kept; daily totals stay. */
  readonly trackingRetentionDays: number
  /** Who is mailed what people say on the feedback page; null means it is only kept. */
  readonly feedbackEmail: string | null
  /** What a scraper shows on /metrics; null means that nothing is measured, and nobody answers there. */
  readonly metricsToken: string | null
  /** Origin of auth/v1, rest/v1 and storage/v1 as clients reach it: our own, or Supabase's. */
  readonly backendUrl: string
  readonly anonKey: string
  readonly serviceRoleKey: string
  /** Shown where people sign in, so that a captcha can be asked for; null where none is. */
  readonly captchaWidget: CaptchaWidget | null
  /** Settings of the backend in this process; null when Supabase is the backend. */
  readonly embedded: EmbeddedConfig | null
  /** Supabase's own PostgreSQL. The server never asks it; moving everything there or away does. */
  readonly supabaseDatabaseUrl: string | null
}

export interface EmbeddedConfig {
  /** PostgreSQL to use; null means PGlite under the data directory. */
  readonly databaseUrl: string | null
  /** The same PostgreSQL without a pooler of transactions before it, which lets no connection listen. */
  readonly databaseListenUrl: string | null
  /** False behind a pooler whose connections know no statements by name. */
  readonly hasNamedStatements: boolean
  /** Browsers that may be connected to realtime at once. */
  readonly realtimeSocketsMax: number
  /** `relaxed` answers before the disk has the commit. */
  readonly durability: 'full' | 'relaxed'
  /** S3 bucket to keep files in; null means the data directory. */
  readonly s3: S3Location | null
  readonly jwtSecret: string
  readonly jwtExpirySeconds: number
  readonly hasAuthRateLimits: boolean
  /** Short keys that stand for the anon and the service role key. */
  readonly apiKeys: ApiKeys
  readonly auth: AuthConfig
  readonly identity: IdentityConfig
  readonly rest: RestConfig
  readonly storage: StorageConfig
}

export interface S3Location {
  /** Origin of the S3 service, without a slash at the end. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export type LogLevel = (typeof logLevels)[number]

export type Environment = Readonly<Record<string, string | undefined>>

/** What is wrong with the environment, one sentence per variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** The process environment over the `.env` file of the root, when there is one. */
export function readEnvironment(root: string): Environment {
  const path = join(root, '.env')
  return existsSync(path) ? { ...parseEnv(readFileSync(path, 'utf8')), ...process.env } : process.env
}

/** Reads every setting and makes what is missing: the data directory and the signing secret in it. */
export function loadConfig(environment: Environment): Config {
  const settings = parseSettings(environment)
  const publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`
  const base = {
    host: settings.host,
    port: settings.port,
    publicUrl,
    dataDir: settings.dataDir,
    logLevel: settings.logLevel,
    trustedProxies: settings.trustedProxies,
    hasAgentLimits: settings.hasAgentLimits,
    captchaWidget: settings.captchaWidget,
    drainMs: settings.drainMs,
    supabaseDatabaseUrl: settings.supabaseDatabaseUrl,
    hasTrackingLimits: settings.hasTrackingLimits,
    trackingRetentionDays: settings.trackingRetentionDays,
    feedbackEmail: settings.feedbackEmail,
    metricsToken: settings.metricsToken,
  }
  prepareDataDir(settings.dataDir)
  if (settings.supabase !== null) {
    return {
      ...base,
      backendUrl: settings.supabase.url,
      anonKey: settings.supabase.anonKey,
      serviceRoleKey: settings.supabase.serviceRoleKey,
      embedded: null,
    }
  }
  const jwtSecret = settings.jwtSecret ?? keptSecret(settings.dataDir)
  const anonKey = roleKey('anon', jwtSecret)
  const serviceRoleKey = roleKey('service_role', jwtSecret)
  return {
    ...base,
    backendUrl: publicUrl,
    anonKey,
    serviceRoleKey,
    embedded: {
      databaseUrl: settings.databaseUrl,
      databaseListenUrl: settings.databaseListenUrl,
      hasNamedStatements: settings.hasNamedStatements,
      realtimeSocketsMax: settings.realtimeSocketsMax,
      durability: settings.durability,
      s3: settings.s3,
      jwtSecret,
      jwtExpirySeconds: settings.jwtExpirySeconds,
      hasAuthRateLimits: settings.hasAuthRateLimits,
      apiKeys: createApiKeys(settings.apiKeys, anonKey, serviceRoleKey),
      auth: settings.auth,
      rest: settings.rest,
      storage: settings.storage,
      identity: { ...settings.identity, keys: createSigningKeys(settings.identity.configuredKeys, jwtSecret) },
    },
  }
}

/** The same settings once the system has chosen a port; a PUBLIC_URL that was set stays. */
export function withChosenPort(config: Config, port: number): Config {
  const unset = `http://localhost:${config.port}`
  if (config.publicUrl !== unset) return { ...config, port }
  const publicUrl = `http://localhost:${port}`
  return { ...config, port, publicUrl, backendUrl: config.embedded === null ? config.backendUrl : publicUrl }
}

interface Settings {
  readonly host: string
  readonly port: number
  readonly publicUrl: string | null
  readonly dataDir: string
  readonly logLevel: LogLevel
  readonly trustedProxies: readonly string[]
  readonly hasAgentLimits: boolean
  readonly captchaWidget: CaptchaWidget | null
  readonly drainMs: number
  readonly hasTrackingLimits: boolean
  readonly trackingRetentionDays: number
  readonly feedbackEmail: string | null
  readonly metricsToken: string | null
  readonly databaseUrl: string | null
  readonly databaseListenUrl: string | null
  readonly hasNamedStatements: boolean
  readonly realtimeSocketsMax: number
  readonly durability: 'full' | 'relaxed'
  readonly s3: S3Location | null
  readonly jwtSecret: string | null
  readonly jwtExpirySeconds: number
  readonly hasAuthRateLimits: boolean
  readonly apiKeys: ApiKeySettings
  readonly auth: AuthConfig
  readonly identity: IdentitySettings
  readonly rest: RestConfig
  readonly storage: StorageConfig
  readonly supabaseDatabaseUrl: string | null
  readonly supabase: { readonly url: string; readonly anonKey: string; readonly serviceRoleKey: string } | null
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Planned, but not there yet: running without what somebody asked for would be a silent loss. */
const notYet = {
  LLM_URL: 'a language model for the agent',
  LLM_API_KEY: 'a language model for the agent',
  TTS_URL: 'speech from a provider',
  TTS_API_KEY: 'speech from a provider',
  STT_URL: 'speech recognition by a provider',
  STT_API_KEY: 'speech recognition by a provider',
  CRM_URL: 'a CRM',
  SLACK_WEBHOOK_URL: 'messages to Slack',
  CALENDAR_URL: 'a calendar',
} as const

function parseSettings(environment: Environment): Settings {
  const reader = createSettingsReader(environment)
  const { text, refuse, oneOf, wholeNumber, origin } = reader

  for (const [name, what] of Object.entries(notYet)) {
    if (text(name) !== null) refuse(`${name} is set, but this version has no support for ${what} yet; remove it.`)
  }

  const ownSecret = text('JWT_SECRET')
  const jwtSecret = ownSecret ?? text('GOTRUE_JWT_SECRET') ?? text('PGRST_JWT_SECRET')
  if (jwtSecret !== null && jwtSecret.length < 32) refuse('JWT_SECRET must have at least 32 characters.')
  if (ownSecret !== null && text('GOTRUE_JWT_SECRET') !== null && text('GOTRUE_JWT_SECRET') !== ownSecret) {
    refuse('JWT_SECRET and GOTRUE_JWT_SECRET name the same thing; set only one of them.')
  }

  const databaseUrl = text('DATABASE_URL')
  const databaseListenUrl = text('DATABASE_LISTEN_URL')
  const supabaseDatabaseUrl = text('SUPABASE_DB_URL')
  const databaseUrls = {
    DATABASE_URL: databaseUrl,
    DATABASE_LISTEN_URL: databaseListenUrl,
    SUPABASE_DB_URL: supabaseDatabaseUrl,
  }
  for (const [name, url] of Object.entries(databaseUrls)) {
    if (url !== null && !/^postgres(ql)?:\/\/./.test(url)) {
      refuse(`${name} must be an address like postgres://user:password@host:5432/database.`)
    }
  }
  if (databaseListenUrl !== null && databaseUrl === null) {
    refuse('DATABASE_LISTEN_URL is set, but DATABASE_URL is not; it only helps where that leads through a pooler.')
  }

  const supabaseUrl = origin('SUPABASE_URL')
  const supabaseNames = ['SUPABASE_URL', 'SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY']
  const missing = supabaseNames.filter((name) => text(name) === null)
  if (supabaseDatabaseUrl !== null && missing.length > 0) {
    refuse('SUPABASE_DB_URL is set, but SUPABASE_URL is not; it is only for moving everything to Supabase or away.')
  }
  if (missing.length > 0 && missing.length < supabaseNames.length) {
    refuse(`${missing.join(' and ')} must be set too: Supabase needs all of ${supabaseNames.join(', ')}, or none.`)
  }
  if (missing.length < supabaseNames.length) {
    for (const name of ['DATABASE_URL', 'STORAGE_URL']) {
      if (text(name) !== null) refuse(`${name} cannot be set together with SUPABASE_URL, which brings its own.`)
    }
    for (const [short, long] of Object.entries({ PUBLISHABLE: 'ANON', SECRET: 'SERVICE_ROLE' })) {
      const set = [`SUPABASE_${short}_KEY`, `SUPABASE_${short}_KEYS`].find((name) => text(name) !== null)
      if (set !== undefined) {
        refuse(`${set} is for a backend of our own; with SUPABASE_URL put the key into SUPABASE_${long}_KEY.`)
      }
    }
  }

  const trustedProxies = (text('TRUSTED_PROXY') ?? '').split(',').flatMap((part) => part.trim() || [])
  for (const proxy of trustedProxies) {
    if (!/^[\da-f:.]+(\/\d{1,3})?$/i.test(proxy)) {
      refuse(`TRUSTED_PROXY must list addresses or ranges like 127.0.0.1 or 10.0.0.0/8, but contains "${proxy}".`)
    }
  }

  const identity = parseIdentityConfig(reader, Object.keys(environment))
  const feedbackEmail = text('FEEDBACK_EMAIL')
  if (feedbackEmail !== null && !/^[^\s@,;]+@[^\s@,;]+$/.test(feedbackEmail)) {
    refuse(`FEEDBACK_EMAIL must be one email address, but is "${feedbackEmail}".`)
  }

  const metricsToken = text('METRICS_TOKEN')
  // What may follow "Bearer " (RFC 6750); short ones are guessed.
  if (metricsToken !== null && !/^[\w.~+/-]{32,}=*$/.test(metricsToken)) {
    refuse('METRICS_TOKEN must have at least 32 characters, of letters, digits and -._~+/ only.')
  }

  const settings: Settings = {
    host: text('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', 0, 65_535, 3_000),
    publicUrl: origin('PUBLIC_URL'),
    dataDir: resolve(text('DATA_DIR') ?? '.data'),
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
    trustedProxies,
    hasAgentLimits: oneOf('AGENT_LIMITS', ['on', 'off'], 'on') === 'on',
    hasTrackingLimits: oneOf('TRACKING_LIMITS', ['on', 'off'], 'on') === 'on',
    trackingRetentionDays: wholeNumber('TRACKING_RETENTION_DAYS', 1, 3_650, 400),
    feedbackEmail,
    metricsToken,
    databaseUrl,
    databaseListenUrl,
    // Who names a second address has a pooler before the first, and most of those can't keep them.
    hasNamedStatements:
      oneOf('DATABASE_STATEMENTS', ['named', 'unnamed'], databaseListenUrl === null ? 'named' : 'unnamed') === 'named',
    drainMs: wholeNumber('DRAIN_SECONDS', 0, 300, 0) * 1_000,
    realtimeSocketsMax: wholeNumber('REALTIME_MAX_SOCKETS', 1, 1_000_000, 10_000),
    durability: oneOf('PGLITE_DURABILITY', ['full', 'relaxed'], 'full'),
    s3: parseStorageUrl(text('STORAGE_URL'), refuse),
    jwtSecret,
    jwtExpirySeconds: wholeNumber(text('GOTRUE_JWT_EXP') === null ? 'JWT_EXP' : 'GOTRUE_JWT_EXP', 60, 604_800, 3_600),
    hasAuthRateLimits: oneOf('AUTH_RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    apiKeys: parseApiKeys(reader),
    auth: parseAuthConfig(reader),
    rest: parseRestConfig(reader, environment),
    storage: parseStorageConfig(reader),
    identity,
    // Without our own check only Supabase can be the one that asks.
    captchaWidget: supabaseUrl !== null || identity.captcha !== null ? identity.captchaWidget : null,
    supabaseDatabaseUrl,
    supabase:
      supabaseUrl !== null && missing.length === 0
        ? {
            url: supabaseUrl,
            anonKey: text('SUPABASE_ANON_KEY') ?? '',
            serviceRoleKey: text('SUPABASE_SERVICE_ROLE_KEY') ?? '',
          }
        : null,
  }
  for (const name of Object.keys(environment)) {
    if (name.startsWith('GOTRUE_') && !reader.names.has(name)) {
      refuse(`${name} is set, but nothing here reads it; remove it.`)
    }
  }
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  return settings
}

function parseStorageUrl(value: string | null, refuse: (sentence: string) => null): S3Location | null {
  if (value === null) return null
  const sentence = 'STORAGE_URL must be an address like s3://key:secret@host:9000/bucket?region=eu-central-1&tls=off.'
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || url.protocol !== 's3:') return refuse(sentence)
  const bucket = decodeURIComponent(url.pathname.slice(1))
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || url.username === '' || url.password === '' || !url.host) {
    return refuse(sentence)
  }
  const isPlain = ['off', 'false', '0', 'no'].includes(url.searchParams.get('tls') ?? 'on')
  return {
    endpoint: `${isPlain ? 'http' : 'https'}://${url.host}`,
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  }
}

function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new ConfigError([`DATA_DIR cannot be used: "${dataDir}" cannot be made (${errorCode(cause)}).`])
  }
}

/** Made once, readable by the owner only. `wx` lets two first starts agree on one secret. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'jwt-secret')
  try {
    writeFileSync(path, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    if (errorCode(cause) !== 'EEXIST') {
      throw new ConfigError([`DATA_DIR cannot be used: "${path}" cannot be written (${errorCode(cause)}).`])
    }
  }
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 32)
    throw new ConfigError([`The secret kept in "${path}" is damaged; set JWT_SECRET or remove it.`])
  return secret
}

function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
}
