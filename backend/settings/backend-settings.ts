import { accessSync, constants } from 'node:fs'

import { parseApiKeys, type ApiKeySettings } from '#backend/auth/keys/api-keys.ts'
import { parseAuthConfig, type AuthConfig } from '#backend/auth/auth-config.ts'
import { parseIdentityConfig, type IdentitySettings } from '#backend/auth/providers/identity-config.ts'
import { usualLimits } from '#backend/database/database.ts'
import { parseRestConfig, type RestConfig } from '#backend/rest/rest-config.ts'
import { parseS3Location, type S3Location } from '#backend/storage/s3-location.ts'
import { parseStorageConfig, type StorageConfig } from '#backend/storage/storage-config.ts'

import type { Environment, SettingsReader } from './settings-reader.ts'

export interface BackendSettings {
  /** PostgreSQL URL; null means PGlite in the data directory. */
  readonly databaseUrl: string | null
  /** The same PostgreSQL without a transaction pooler, which can't LISTEN. */
  readonly databaseListenUrl: string | null
  /** False behind a pooler without named prepared statements. */
  readonly hasNamedStatements: boolean
  readonly realtimeSocketsMax: number
  /** `relaxed` answers before the commit is on disk. */
  readonly durability: 'full' | 'relaxed'
  readonly anonTimeoutMs: number
  /** PGlite memory above which its idle thread is restarted. */
  readonly pgliteMemoryMarkBytes: number
  /** S3 bucket for files; null means the data directory. */
  readonly s3: S3Location | null
  /** Null generates one in the data directory. */
  readonly jwtSecret: string | null
  readonly jwtExpirySeconds: number
  readonly hasAuthRateLimits: boolean
  readonly apiKeys: ApiKeySettings
  readonly auth: AuthConfig
  readonly identity: IdentitySettings
  readonly rest: RestConfig
  readonly storage: StorageConfig
}

/** Reads this group of settings; the reader collects the errors. */
export function parseBackendSettings(settings: SettingsReader, environment: Environment): BackendSettings {
  const { text, oneOf, wholeNumber } = settings
  const databaseListenUrl = databaseAddress('DATABASE_LISTEN_URL', settings)
  if (databaseListenUrl !== null && text('DATABASE_URL') === null) {
    settings.refuse(
      'DATABASE_LISTEN_URL is set, but DATABASE_URL is not. It is only needed if DATABASE_URL leads through a pooler.',
    )
  }
  return {
    databaseUrl: databaseAddress('DATABASE_URL', settings),
    databaseListenUrl,
    // A second URL implies a pooler on the first, and most poolers don't keep named statements.
    hasNamedStatements:
      oneOf('DATABASE_STATEMENTS', ['named', 'unnamed'], databaseListenUrl === null ? 'named' : 'unnamed') === 'named',
    realtimeSocketsMax: wholeNumber('REALTIME_MAX_SOCKETS', 1, 1_000_000, 10_000),
    durability: oneOf('PGLITE_DURABILITY', ['full', 'relaxed'], 'full'),
    anonTimeoutMs: wholeNumber('DATABASE_ANON_TIMEOUT_MS', 100, usualLimits.deadlineMs, usualLimits.anonTimeoutMs),
    pgliteMemoryMarkBytes: wholeNumber('PGLITE_MEMORY_MARK_MB', 160, 2_048, 192) * 2 ** 20,
    s3: parseS3Location(settings),
    jwtSecret: parseJwtSecret(settings),
    jwtExpirySeconds: wholeNumber(text('GOTRUE_JWT_EXP') === null ? 'JWT_EXP' : 'GOTRUE_JWT_EXP', 60, 604_800, 3_600),
    hasAuthRateLimits: oneOf('AUTH_RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    apiKeys: parseApiKeys(settings),
    auth: parseAuthConfig(settings),
    identity: parseIdentityConfig(settings, Object.keys(environment)),
    rest: parseRestConfig(settings, environment),
    storage: parseStorageConfig(settings),
  }
}

function parseJwtSecret({ text, refuse }: SettingsReader): string | null {
  const own = text('JWT_SECRET')
  const authName = text('GOTRUE_JWT_SECRET')
  const secret = own ?? authName ?? text('PGRST_JWT_SECRET')
  if (secret !== null && secret.length < 32) refuse('JWT_SECRET must have at least 32 characters.')
  if (own !== null && authName !== null && authName !== own) {
    refuse('JWT_SECRET and GOTRUE_JWT_SECRET name the same thing; set only one of them.')
  }
  return secret
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Set when Supabase is the backend. */
export interface SupabaseSettings {
  readonly url: string
  readonly anonKey: string
  readonly serviceRoleKey: string
  /** Supabase's PostgreSQL URL, only used to import and export data. */
  readonly databaseUrl: string | null
}

/** Null when Supabase isn't the backend. Refuses incomplete settings, and embedded backend settings beside them. */
export function parseSupabaseSettings(settings: SettingsReader): SupabaseSettings | null {
  const { text, refuse } = settings
  const url = settings.origin('SUPABASE_URL')
  const databaseUrl = databaseAddress('SUPABASE_DB_URL', settings)
  if (databaseUrl !== null && isUnencryptedSupabase(databaseUrl)) {
    refuse(
      "SUPABASE_DB_URL would send everything unencrypted over the internet. Download the certificate from the project's database settings and add ?sslmode=verify-full&sslrootcert=FILE.",
    )
  }
  const missing = supabaseNames.filter((name) => text(name) === null)
  if (databaseUrl !== null && missing.length > 0) {
    refuse('SUPABASE_DB_URL is set, but SUPABASE_URL is not; it is only for moving everything to Supabase or away.')
  }
  if (missing.length === supabaseNames.length) return null
  if (missing.length > 0) {
    refuse(`${missing.join(' and ')} must be set too: Supabase needs all of ${supabaseNames.join(', ')}, or none.`)
  }
  for (const name of ['DATABASE_URL', 'STORAGE_URL']) {
    if (text(name) !== null) refuse(`${name} cannot be set together with SUPABASE_URL, which brings its own.`)
  }
  for (const [short, long] of Object.entries({ PUBLISHABLE: 'ANON', SECRET: 'SERVICE_ROLE' })) {
    const set = [`SUPABASE_${short}_KEY`, `SUPABASE_${short}_KEYS`].find((name) => text(name) !== null)
    if (set !== undefined) {
      refuse(`${set} is for a backend of our own; with SUPABASE_URL put the key into SUPABASE_${long}_KEY.`)
    }
  }
  const anonKey = text('SUPABASE_ANON_KEY')
  const serviceRoleKey = text('SUPABASE_SERVICE_ROLE_KEY')
  if (url === null || anonKey === null || serviceRoleKey === null) return null
  return { url, anonKey, serviceRoleKey, databaseUrl }
}

/** Supabase accepts connections without TLS unless the project forbids them, and pg makes them by default. */
function isUnencryptedSupabase(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, searchParams } = new URL(address)
  return /\.supabase\.(?:co|com)$/.test(hostname) && (searchParams.get('sslmode') ?? 'disable') === 'disable'
}

const supabaseNames = ['SUPABASE_URL', 'SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY']

function databaseAddress(name: string, { text, refuse }: SettingsReader): string | null {
  const url = text(name)
  if (url === null) return null
  if (!/^postgres(ql)?:\/\/./.test(url)) {
    return refuse(`${name} must be an address like postgres://user:password@host:5432/database.`)
  }
  // pg accepts an empty host, for a socket named in the query.
  const parsed = URL.parse(url.replace('@/', '@localhost/'))
  if (parsed === null || parsed.hash !== '') {
    return refuse(`${name} is no valid address. Write special characters of the password encoded: # as %23, / as %2F.`)
  }
  for (const parameter of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = parsed.searchParams.get(parameter)
    if (path !== null && !isReadable(path))
      return refuse(`${name} names "${path}" as ${parameter}, which can't be read.`)
  }
  return url
}
