import { accessSync, constants, statSync } from 'node:fs'

import { parseMailConfig, type MailConfig } from '#backend/mail/mail-config.ts'
import { errorCode } from '#backend/settings/config-error.ts'
import type { SettingsReader } from '#backend/settings/settings-reader.ts'
import { parseSmsConfig, type SmsConfig } from '#backend/sms/sms-config.ts'

import { compileGlob } from './codes/glob.ts'

/** How accounts are created and confirmed; settings and defaults follow Supabase Auth. */
export interface AuthConfig {
  /** Default redirect target; null means the product's own address. */
  readonly siteUrl: string | null
  readonly uriAllowList: readonly RegExp[]
  readonly isSignupDisabled: boolean
  readonly isEmailEnabled: boolean
  readonly isPhoneEnabled: boolean
  readonly isAnonymousEnabled: boolean
  readonly mail: MailConfig
  readonly sms: SmsConfig
  readonly password: PasswordConfig
  readonly limits: AuthLimitsConfig
  readonly auditDays: number
}

export interface PasswordConfig {
  readonly lengthMin: number
  /** A password needs a character from each set. */
  readonly requiredCharacters: readonly string[]
  /** Sorted file of SHA-1 hashes of breached passwords; null for none. */
  readonly breachedFile: string | null
  /** Changing the password needs a fresh code when the session is older than a day. */
  readonly isReauthenticationRequired: boolean
  readonly isCurrentRequired: boolean
}

export interface AuthLimitsConfig {
  readonly mailsPerHour: number
  readonly smsPerHour: number
  /** Per address per five minutes. */
  readonly token: number
  readonly verify: number
  readonly otp: number
  /** Per address per hour. */
  readonly anonymous: number
}

/** Reads this group of settings; the reader collects the errors. */
export function parseAuthConfig(settings: SettingsReader): AuthConfig {
  for (const [name, instead] of Object.entries(hasNoEffect)) {
    if (settings.text(name) !== null) settings.refuse(`${name} has no effect here; remove it, ${instead}.`)
  }
  for (const [name, only] of Object.entries(isFixed)) {
    const value = settings.text(name)
    if (value !== null && value !== only) settings.refuse(`${name} can only be ${only} here, but is "${value}".`)
  }
  for (const [name, instead] of Object.entries(mustBeOff)) {
    if (settings.flag(name, false)) settings.refuse(`${name} cannot be true here; ${instead}.`)
  }
  return {
    siteUrl: parseSiteUrl(settings),
    uriAllowList: parseAllowList(settings),
    isSignupDisabled: settings.flag('GOTRUE_DISABLE_SIGNUP', false),
    isEmailEnabled: settings.flag('GOTRUE_EXTERNAL_EMAIL_ENABLED', true),
    isPhoneEnabled: settings.flag('GOTRUE_EXTERNAL_PHONE_ENABLED', false),
    isAnonymousEnabled: settings.flag('GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED', false),
    mail: parseMailConfig(settings),
    sms: parseSmsConfig(settings),
    password: {
      lengthMin: settings.wholeNumber('GOTRUE_PASSWORD_MIN_LENGTH', 6, 72, 6),
      requiredCharacters: parseCharacterSets(settings),
      breachedFile: parseBreachedFile(settings),
      isReauthenticationRequired: settings.flag('GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION', false),
      isCurrentRequired: settings.flag('GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD', false),
    },
    limits: {
      mailsPerHour: parseRate(settings, 'GOTRUE_RATE_LIMIT_EMAIL_SENT', 30),
      smsPerHour: parseRate(settings, 'GOTRUE_RATE_LIMIT_SMS_SENT', 30),
      token: parseRate(settings, 'GOTRUE_RATE_LIMIT_TOKEN_REFRESH', 150),
      verify: parseRate(settings, 'GOTRUE_RATE_LIMIT_VERIFY', 30),
      otp: parseRate(settings, 'GOTRUE_RATE_LIMIT_OTP', 30),
      anonymous: parseRate(settings, 'GOTRUE_RATE_LIMIT_ANONYMOUS_USERS', 30),
    },
    auditDays: settings.wholeNumber('AUTH_AUDIT_DAYS', 1, 3_650, 90),
  }
}

/** Supabase Auth settings that do nothing here. */
const hasNoEffect = {
  GOTRUE_API_HOST: 'and set HOST',
  GOTRUE_API_PORT: 'and set PORT',
  GOTRUE_DB_DATABASE_URL: 'and set DATABASE_URL',
  GOTRUE_DB_MAX_POOL_SIZE: 'since the pool is that of the whole server',
  GOTRUE_LOG_LEVEL: 'and set LOG_LEVEL',
  GOTRUE_SMTP_GROUP_NAME: 'since mails belong to no group',
} as const

/** Supabase Auth settings with one possible value here. */
const isFixed = {
  GOTRUE_DB_DRIVER: 'postgres',
  GOTRUE_DB_NAMESPACE: 'auth',
  GOTRUE_JWT_ADMIN_ROLES: 'service_role',
  GOTRUE_JWT_AUD: 'authenticated',
  GOTRUE_JWT_DEFAULT_GROUP_NAME: 'authenticated',
} as const

const mustBeOff = {
  GOTRUE_PASSWORD_HIBP_ENABLED: 'name a file of known passwords in PASSWORD_BREACHED_FILE',
  GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: 'set GOTRUE_MAILER_AUTOCONFIRM if addresses need no proof',
} as const

function parseBreachedFile(settings: SettingsReader): string | null {
  const path = settings.text('PASSWORD_BREACHED_FILE')
  if (path === null) return null
  try {
    accessSync(path, constants.R_OK)
    if (statSync(path).isFile()) return path
    return settings.refuse(`PASSWORD_BREACHED_FILE names "${path}", which is not a file.`)
  } catch (cause) {
    const why = errorCode(cause) === 'ENOENT' ? 'does not exist' : `this user cannot read (${errorCode(cause)})`
    return settings.refuse(`PASSWORD_BREACHED_FILE names "${path}", which ${why}.`)
  }
}

function parseSiteUrl(settings: SettingsReader): string | null {
  const value = settings.text('GOTRUE_SITE_URL')
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url !== null && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '') {
    return url.href.replace(/\/$/, '')
  }
  return settings.refuse(`GOTRUE_SITE_URL must be an address like https://demos.example.com, but is "${value}".`)
}

function parseAllowList(settings: SettingsReader): readonly RegExp[] {
  // Splits at commas outside braces.
  const patterns = (settings.text('GOTRUE_URI_ALLOW_LIST') ?? '').split(/,(?![^{]*\})/)
  return patterns.flatMap((part) => {
    const pattern = part.trim()
    if (pattern === '') return []
    const glob = compileGlob(pattern)
    if (glob !== null) return glob
    settings.refuse(`GOTRUE_URI_ALLOW_LIST contains "${pattern}", which is not a well-formed pattern.`)
    return []
  })
}

/** Colons separate sets; `\:` is a literal colon. */
function parseCharacterSets(settings: SettingsReader): readonly string[] {
  const value = settings.text('GOTRUE_PASSWORD_REQUIRED_CHARACTERS') ?? ''
  return value.split(/(?<!\\):/).flatMap((set) => set.replaceAll(String.raw`\:`, ':') || [])
}

/** `30` or `30/1h`; each limit has a fixed interval. */
function parseRate(settings: SettingsReader, name: string, fallback: number): number {
  const value = settings.text(name)
  if (value === null) return fallback
  const count = /^(\d{1,7})(?:\.0+)?(?:\/\w+)?$/.exec(value)?.[1]
  if (count !== undefined && Number(count) > 0) return Number(count)
  settings.refuse(`${name} must be a whole number above 0, but is "${value}".`)
  return fallback
}
