import { existsSync } from 'node:fs'

import type { SettingsReader } from '#server/settings-reader.ts'

import { compileGlob } from './glob.ts'

/** How accounts are made and confirmed; the names and defaults of the settings are those of Supabase Auth. */
export interface AuthConfig {
  /** Where links lead that name no other place; null means the product's own address. */
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
  /** How long entries of the audit log are kept. */
  readonly auditDays: number
}

export interface MailConfig {
  /** New addresses count as confirmed at once. */
  readonly isAutoconfirmed: boolean
  /** A change of address needs the agreement of the old address too. */
  readonly isChangeSecure: boolean
  readonly otpExpirySeconds: number
  readonly otpLength: number
  /** Seconds between two mails of a kind to one account. */
  readonly intervalSeconds: number
  /** Subjects an operator chose, by template name. */
  readonly subjects: Readonly<Partial<Record<MailTemplateName, string>>>
  /** Null: mails go to the outbox folder. */
  readonly smtp: SmtpConfig | null
}

export interface SmtpConfig {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise STARTTLS when the server offers it. */
  readonly isTls: boolean
  readonly user: string | null
  readonly password: string | null
  readonly senderAddress: string
  readonly senderName: string
}

export interface SmsConfig {
  readonly isAutoconfirmed: boolean
  readonly otpExpirySeconds: number
  readonly otpLength: number
  readonly intervalSeconds: number
  /** The text message; `{{ .Code }}` stands for the code. */
  readonly template: string
  /** Codes that are always right for a phone number, and for which nothing is sent. */
  readonly testOtps: ReadonlyMap<string, string>
  readonly testOtpsValidUntilMs: number | null
  /** Null: text messages go to the outbox folder. */
  readonly provider: SmsProviderConfig | null
}

export type SmsProviderConfig =
  /** Where the provider is asked; absent for its own address. */
  { readonly origin?: string } & (
    | { readonly type: 'twilio'; readonly accountSid: string; readonly authToken: string; readonly sender: string }
    | { readonly type: 'messagebird'; readonly accessKey: string; readonly originator: string }
    | { readonly type: 'vonage'; readonly apiKey: string; readonly apiSecret: string; readonly from: string }
  )

export interface PasswordConfig {
  readonly lengthMin: number
  /** A password needs a character of each of these sets. */
  readonly requiredCharacters: readonly string[]
  /** A file of SHA-1 hashes of known passwords, sorted; null when there is none. */
  readonly breachedFile: string | null
  /** A change needs a fresh code when the session is older than a day. */
  readonly isReauthenticationRequired: boolean
  readonly isCurrentRequired: boolean
}

export interface AuthLimitsConfig {
  readonly mailsPerHour: number
  readonly smsPerHour: number
  /** Per address and five minutes. */
  readonly token: number
  readonly verify: number
  readonly otp: number
  /** Per address and hour. */
  readonly anonymous: number
}

export type MailTemplateName = (typeof mailTemplateNames)[number]

export const mailTemplateNames = [
  'confirmation',
  'invite',
  'magic_link',
  'recovery',
  'email_change',
  'reauthentication',
] as const

/** Reads this group of settings; what is wrong is gathered by the reader. */
export function parseAuthConfig(settings: SettingsReader): AuthConfig {
  for (const name of hasNoEffect) settings.text(name)
  for (const [name, instead] of Object.entries(mustBeOff)) {
    if (settings.flag(name, false)) settings.refuse(`${name} cannot be true here; ${instead}.`)
  }
  const audience = settings.text('GOTRUE_JWT_AUD') ?? 'authenticated'
  if (audience !== 'authenticated')
    settings.refuse(`GOTRUE_JWT_AUD can only be authenticated here, but is "${audience}".`)
  const smtp = parseSmtp(settings)
  const mail = parseMail(settings, smtp)
  const sms = parseSms(settings)
  const isEmailEnabled = settings.flag('GOTRUE_EXTERNAL_EMAIL_ENABLED', true)
  return {
    siteUrl: parseSiteUrl(settings),
    uriAllowList: parseAllowList(settings),
    isSignupDisabled: settings.flag('GOTRUE_DISABLE_SIGNUP', false),
    isEmailEnabled,
    isPhoneEnabled: settings.flag('GOTRUE_EXTERNAL_PHONE_ENABLED', false),
    isAnonymousEnabled: settings.flag('GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED', false),
    mail,
    sms,
    password: {
      lengthMin: settings.wholeNumber('GOTRUE_PASSWORD_MIN_LENGTH', 6, 72, 6),
      requiredCharacters: parseCharacterSets(settings),
      breachedFile: parseBreachedFile(settings),
      isReauthenticationRequired: settings.flag('GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION', false),
      isCurrentRequired: settings.flag('GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD', false),
    },
    limits: {
      mailsPerHour: rate(settings, 'GOTRUE_RATE_LIMIT_EMAIL_SENT', 30),
      smsPerHour: rate(settings, 'GOTRUE_RATE_LIMIT_SMS_SENT', 30),
      token: rate(settings, 'GOTRUE_RATE_LIMIT_TOKEN_REFRESH', 150),
      verify: rate(settings, 'GOTRUE_RATE_LIMIT_VERIFY', 30),
      otp: rate(settings, 'GOTRUE_RATE_LIMIT_OTP', 30),
      anonymous: rate(settings, 'GOTRUE_RATE_LIMIT_ANONYMOUS_USERS', 30),
    },
    auditDays: settings.wholeNumber('AUTH_AUDIT_DAYS', 1, 3_650, 90),
  }
}

/** Settings of Supabase Auth that name what this server has already, or another way: taken, and without effect. */
const hasNoEffect = [
  'GOTRUE_API_HOST',
  'GOTRUE_API_PORT',
  'GOTRUE_DB_DRIVER',
  'GOTRUE_DB_DATABASE_URL',
  'GOTRUE_DB_NAMESPACE',
  'GOTRUE_DB_MAX_POOL_SIZE',
  'GOTRUE_LOG_LEVEL',
  'GOTRUE_JWT_ADMIN_ROLES',
  'GOTRUE_JWT_DEFAULT_GROUP_NAME',
  'GOTRUE_SMTP_GROUP_NAME',
] as const

const mustBeOff = {
  GOTRUE_PASSWORD_HIBP_ENABLED: 'name a file of known passwords in PASSWORD_BREACHED_FILE',
  GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: 'set GOTRUE_MAILER_AUTOCONFIRM if addresses need no proof',
} as const

function parseBreachedFile(settings: SettingsReader): string | null {
  const path = settings.text('PASSWORD_BREACHED_FILE')
  if (path === null || existsSync(path)) return path
  return settings.refuse(`PASSWORD_BREACHED_FILE names "${path}", which does not exist.`)
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
  // A comma inside braces belongs to the pattern.
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

function parseMail(settings: SettingsReader, smtp: SmtpConfig | null): MailConfig {
  const subjects: Partial<Record<MailTemplateName, string>> = {}
  for (const name of mailTemplateNames) {
    const subject = settings.text(`GOTRUE_MAILER_SUBJECTS_${name.toUpperCase()}`)
    if (subject !== null) subjects[name] = subject
    if (settings.text(`GOTRUE_MAILER_TEMPLATES_${name.toUpperCase()}`) !== null) {
      settings.refuse(
        `GOTRUE_MAILER_TEMPLATES_${name.toUpperCase()} is not read here; put the template into DATA_DIR/templates/${name}.html.`,
      )
    }
  }
  for (const name of ['CONFIRMATION', 'INVITE', 'RECOVERY', 'EMAIL_CHANGE']) {
    const path = settings.text(`GOTRUE_MAILER_URLPATHS_${name}`)
    if (path !== null && path !== '/verify' && path !== '/auth/v1/verify') {
      settings.refuse(`GOTRUE_MAILER_URLPATHS_${name} can only be /auth/v1/verify here, but is "${path}".`)
    }
  }
  return {
    isAutoconfirmed: settings.flag('GOTRUE_MAILER_AUTOCONFIRM', smtp === null),
    isChangeSecure: settings.flag('GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED', true),
    otpExpirySeconds: settings.wholeNumber('GOTRUE_MAILER_OTP_EXP', 30, 86_400, 86_400),
    otpLength: settings.wholeNumber('GOTRUE_MAILER_OTP_LENGTH', 6, 10, 6),
    intervalSeconds: settings.seconds('GOTRUE_SMTP_MAX_FREQUENCY', 0, 86_400, 60),
    subjects,
    smtp,
  }
}

function parseSmtp(settings: SettingsReader): SmtpConfig | null {
  const address = settings.text('SMTP_URL')
  const host = settings.text('GOTRUE_SMTP_HOST')
  const port = settings.wholeNumber('GOTRUE_SMTP_PORT', 1, 65_535, 587)
  const user = settings.text('GOTRUE_SMTP_USER')
  const password = settings.text('GOTRUE_SMTP_PASS')
  const senderName = settings.text('GOTRUE_SMTP_SENDER_NAME') ?? 'Understudy'
  const sender = settings.text('GOTRUE_SMTP_ADMIN_EMAIL')
  if (sender !== null && !/^[^\s@<>,]+@[^\s@<>,]+$/.test(sender)) {
    return settings.refuse(`GOTRUE_SMTP_ADMIN_EMAIL must be a mail address, but is "${sender}".`)
  }
  if (address === null && host === null) {
    if (user !== null || password !== null) {
      settings.refuse('GOTRUE_SMTP_HOST must be set too when GOTRUE_SMTP_USER or GOTRUE_SMTP_PASS is.')
    }
    return null
  }
  if (address !== null && host !== null) {
    return settings.refuse('SMTP_URL and GOTRUE_SMTP_HOST name the same thing; set only one of them.')
  }
  if (sender === null) {
    return settings.refuse('GOTRUE_SMTP_ADMIN_EMAIL must be set too: it is the address that mails come from.')
  }
  if ((user === null) !== (password === null)) {
    return settings.refuse('GOTRUE_SMTP_USER and GOTRUE_SMTP_PASS must be set together.')
  }
  const base = { senderAddress: sender, senderName }
  if (host !== null) return { ...base, host, port, isTls: port === 465, user, password }
  const url = address !== null && URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    return settings.refuse('SMTP_URL must be an address like smtp://user:password@mail.example.com:587.')
  }
  const isTls = url.protocol === 'smtps:'
  return {
    ...base,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    isTls,
    user: decodeURIComponent(url.username) || user,
    password: decodeURIComponent(url.password) || password,
  }
}

function parseSms(settings: SettingsReader): SmsConfig {
  const template = settings.text('GOTRUE_SMS_TEMPLATE') ?? 'Your code is {{ .Code }}'
  if (!/\{\{\s*\.Code\s*\}\}/.test(template)) {
    settings.refuse('GOTRUE_SMS_TEMPLATE must contain {{ .Code }}, or nobody learns the code.')
  }
  const validUntil = settings.text('GOTRUE_SMS_TEST_OTP_VALID_UNTIL')
  if (validUntil !== null && Number.isNaN(Date.parse(validUntil))) {
    settings.refuse(`GOTRUE_SMS_TEST_OTP_VALID_UNTIL must be a time like 2026-12-31T00:00:00Z, but is "${validUntil}".`)
  }
  return {
    isAutoconfirmed: settings.flag('GOTRUE_SMS_AUTOCONFIRM', false),
    otpExpirySeconds: settings.wholeNumber('GOTRUE_SMS_OTP_EXP', 30, 86_400, 60),
    otpLength: settings.wholeNumber('GOTRUE_SMS_OTP_LENGTH', 6, 10, 6),
    intervalSeconds: settings.seconds('GOTRUE_SMS_MAX_FREQUENCY', 0, 86_400, 60),
    template,
    testOtps: parseTestOtps(settings),
    testOtpsValidUntilMs: validUntil === null ? null : Date.parse(validUntil),
    provider: parseSmsProvider(settings),
  }
}

function parseTestOtps(settings: SettingsReader): ReadonlyMap<string, string> {
  const otps = new Map<string, string>()
  for (const part of settings.list('GOTRUE_SMS_TEST_OTP')) {
    const pair = /^\+?(\d{5,15})[:=](\d{6,10})$/.exec(part)
    if (pair?.[1] !== undefined && pair[2] !== undefined) otps.set(pair[1], pair[2])
    else settings.refuse(`GOTRUE_SMS_TEST_OTP must list pairs like 4915212345678:123456, but contains "${part}".`)
  }
  return otps
}

function parseSmsProvider(settings: SettingsReader): SmsProviderConfig | null {
  const all = Object.fromEntries(
    Object.values(smsProviderNames)
      .flat()
      .map((name) => [name, settings.text(name)]),
  )
  const type = settings.text('GOTRUE_SMS_PROVIDER')
  const url = settings.origin('SMS_PROVIDER_URL')
  if (type === null) {
    return url === null ? null : settings.refuse('SMS_PROVIDER_URL is set, but GOTRUE_SMS_PROVIDER is not.')
  }
  if (url?.startsWith('http:') === true && !settings.flag('OUTBOUND_ALLOW_PRIVATE_ADDRESSES', false)) {
    return settings.refuse(`SMS_PROVIDER_URL must be an https address, but is "${url}".`)
  }
  const origin = url === null ? {} : { origin: url }
  if (type !== 'twilio' && type !== 'messagebird' && type !== 'vonage') {
    return settings.refuse(`GOTRUE_SMS_PROVIDER must be one of twilio, messagebird, vonage, but is "${type}".`)
  }
  const missing = smsProviderNames[type].filter((name) => all[name] === null)
  if (missing.length > 0)
    return settings.refuse(`${missing.join(' and ')} must be set for GOTRUE_SMS_PROVIDER=${type}.`)
  const value = (name: string): string => all[name] ?? ''
  switch (type) {
    case 'twilio':
      return {
        ...origin,
        type,
        accountSid: value('GOTRUE_SMS_TWILIO_ACCOUNT_SID'),
        authToken: value('GOTRUE_SMS_TWILIO_AUTH_TOKEN'),
        sender: value('GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID'),
      }
    case 'messagebird':
      return {
        ...origin,
        type,
        accessKey: value('GOTRUE_SMS_MESSAGEBIRD_ACCESS_KEY'),
        originator: value('GOTRUE_SMS_MESSAGEBIRD_ORIGINATOR'),
      }
    case 'vonage':
      return {
        ...origin,
        type,
        apiKey: value('GOTRUE_SMS_VONAGE_API_KEY'),
        apiSecret: value('GOTRUE_SMS_VONAGE_API_SECRET'),
        from: value('GOTRUE_SMS_VONAGE_FROM'),
      }
  }
}

const smsProviderNames = {
  twilio: ['GOTRUE_SMS_TWILIO_ACCOUNT_SID', 'GOTRUE_SMS_TWILIO_AUTH_TOKEN', 'GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID'],
  messagebird: ['GOTRUE_SMS_MESSAGEBIRD_ACCESS_KEY', 'GOTRUE_SMS_MESSAGEBIRD_ORIGINATOR'],
  vonage: ['GOTRUE_SMS_VONAGE_API_KEY', 'GOTRUE_SMS_VONAGE_API_SECRET', 'GOTRUE_SMS_VONAGE_FROM'],
} as const

/** Sets are parted by colons; a colon that is meant is written `\:`. */
function parseCharacterSets(settings: SettingsReader): readonly string[] {
  const value = settings.text('GOTRUE_PASSWORD_REQUIRED_CHARACTERS') ?? ''
  return value.split(/(?<!\\):/).flatMap((set) => set.replaceAll(String.raw`\:`, ':') || [])
}

/** `30` or `30/1h`; the time is fixed by what is limited. */
function rate(settings: SettingsReader, name: string, fallback: number): number {
  const value = settings.text(name)
  if (value === null) return fallback
  const count = /^(\d{1,7})(?:\.0+)?(?:\/\w+)?$/.exec(value)?.[1]
  if (count !== undefined && Number(count) > 0) return Number(count)
  settings.refuse(`${name} must be a whole number above 0, but is "${value}".`)
  return fallback
}
