import { existsSync, readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import type { CaptchaWidget } from '#protocol/client-config.ts'
import { createApiKeys } from '#backend/auth/keys/api-keys.ts'
import { createSigningKeys } from '#backend/auth/keys/signing-keys.ts'
import { parseBackendSettings, parseSupabaseSettings } from '#backend/settings/backend-settings.ts'
import type { BackendConfig } from '#backend/settings/backend-config.ts'
import { ConfigError, errorCode } from '#backend/settings/config-error.ts'
import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { createSettingsReader, type Environment } from '#backend/settings/settings-reader.ts'

import { loadSecret, makeDataFolder } from './data-folder.ts'
import { isAnyAddress, isLoopback } from './loopback.ts'
import { findMisspelledSettings } from './misspelled-settings.ts'
import { parseServerSettings, type ServerSettings } from './server-settings.ts'

/** Every setting of a running server. Nothing else reads the environment. */
export interface Config extends Omit<ServerSettings, 'trustedProxies'> {
  /** Addresses and ranges whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** The product's public origin, without a trailing slash. */
  readonly publicUrl: string
  /** False: `publicUrl` is a guess, and pages use each request's own origin. */
  readonly isPublicUrlSet: boolean
  /** Origin of auth/v1, rest/v1 and storage/v1 for clients: our own, or Supabase's. */
  readonly backendUrl: string
  readonly anonKey: string
  readonly serviceRoleKey: string
  /** The captcha to show on sign-in; null without one. */
  readonly captchaWidget: CaptchaWidget | null
  /** Settings of the backend in this process; null when Supabase is the backend. */
  readonly embedded: BackendConfig | null
  /** Supabase's PostgreSQL, used only by export and import, never by the server. */
  readonly supabaseDatabaseUrl: string | null
}

/** The `.env` file at the root, if any, overridden by the process environment. */
export function readEnvironment(root: string): Environment {
  const path = join(root, '.env')
  if (!existsSync(path)) return process.env
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), ...process.env }
  } catch (cause) {
    throw new ConfigError([`The settings in "${path}" cannot be read by this user (${errorCode(cause)}).`])
  }
}

/** Reads every setting and creates what is missing: the data directory and its signing secret. */
export function loadConfig(environment: Environment): Config {
  const { server: settings, ownUrl, supabase, embedded } = parseSettings(environment)
  const server = { ...settings, trustedProxies: trustedProxiesOf(settings, ownUrl) }
  const publicUrl = ownUrl ?? guessedUrl(server.host, server.port)
  const isPublicUrlSet = ownUrl !== null
  makeDataFolder(server.dataDir)
  if (supabase !== null) {
    return {
      ...server,
      publicUrl,
      isPublicUrlSet,
      backendUrl: supabase.url,
      anonKey: supabase.anonKey,
      serviceRoleKey: supabase.serviceRoleKey,
      captchaWidget: embedded.identity.captchaWidget,
      embedded: null,
      supabaseDatabaseUrl: supabase.databaseUrl,
    }
  }
  const jwtSecret = embedded.jwtSecret ?? loadSecret(server.dataDir)
  const anonKey = roleKey('anon', jwtSecret)
  const serviceRoleKey = roleKey('service_role', jwtSecret)
  const { identity } = embedded
  return {
    ...server,
    publicUrl,
    isPublicUrlSet,
    backendUrl: publicUrl,
    anonKey,
    serviceRoleKey,
    // Only our own captcha check or Supabase's asks for the token this shows.
    captchaWidget: identity.captcha === null ? null : identity.captchaWidget,
    embedded: {
      ...embedded,
      dataDir: server.dataDir,
      trustedProxies: server.trustedProxies,
      publicUrl,
      isPublicUrlSet,
      jwtSecret,
      apiKeys: createApiKeys(embedded.apiKeys, anonKey, serviceRoleKey),
      identity: { ...identity, keys: createSigningKeys(identity.configuredKeys, jwtSecret) },
    },
    supabaseDatabaseUrl: null,
  }
}

/** The same settings once the system chose a port; a configured PUBLIC_URL stays. */
export function withChosenPort(config: Config, port: number): Config {
  if (config.isPublicUrlSet) return { ...config, port }
  const publicUrl = guessedUrl(config.host, port)
  const { embedded, backendUrl } = config
  if (embedded === null) return { ...config, port, publicUrl, backendUrl }
  return { ...config, port, publicUrl, backendUrl: publicUrl, embedded: { ...embedded, publicUrl } }
}

/**
 * A loopback listener reached over https must have a proxy on this machine in front, trusted by default (decision
 * 0038).
 */
function trustedProxiesOf({ host, trustedProxies }: ServerSettings, ownUrl: string | null): readonly string[] {
  if (trustedProxies !== null) return trustedProxies
  return isLoopback(host) && ownUrl?.startsWith('https:') === true ? ['127.0.0.0/8', '::1'] : []
}

/** The listening address, when others can reach it. */
function guessedUrl(host: string, port: number): string {
  return `http://${isAnyAddress(host) || isLoopback(host) ? 'localhost' : isIPv6(host) ? `[${host}]` : host}:${port}`
}

function parseSettings(environment: Environment) {
  const reader = createSettingsReader(environment)
  const settings = {
    server: parseServerSettings(reader),
    ownUrl: reader.origin('PUBLIC_URL'),
    supabase: parseSupabaseSettings(reader),
    embedded: parseBackendSettings(reader, environment),
  }
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('GOTRUE_') || reader.names.has(name) || reader.text(name) === null) continue
    const [, provider] = /^GOTRUE_EXTERNAL_(\w+)_(?:CLIENT_ID|SECRET|URL|REDIRECT_URI)$/.exec(name) ?? []
    reader.refuse(
      provider === undefined
        ? `${name} is set, but nothing here reads it; remove it.`
        : `${name} is set, but GOTRUE_EXTERNAL_${provider}_ENABLED is not true; set that too, or remove it.`,
    )
  }
  for (const { name, meant } of findMisspelledSettings(environment, reader.names)) {
    // Names with these prefixes are rejected above, or by the config of auth and rest.
    if (!/^(?:GOTRUE|PGRST)_/.test(name)) reader.refuse(`${name} is not a setting; did you mean ${meant}?`)
  }
  if (settings.ownUrl === null && isAnyAddress(settings.server.host) && settings.embedded.auth.mail.smtp !== null) {
    reader.refuse(
      `PUBLIC_URL must be set where SMTP_URL is and HOST is ${settings.server.host}: links in mails need an address.`,
    )
  }
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  return settings
}
