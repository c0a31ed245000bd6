import type { SettingsReader } from '#backend/settings/settings-reader.ts'

/** Auth text messages and their provider; settings and defaults follow Supabase Auth. */
export interface SmsConfig {
  readonly isAutoconfirmed: boolean
  readonly otpExpirySeconds: number
  readonly otpLength: number
  readonly intervalSeconds: number
  /** The message; `{{ .Code }}` inserts the code. */
  readonly template: string
  /** Fixed codes by phone number; nothing is sent to these. */
  readonly testOtps: ReadonlyMap<string, string>
  readonly testOtpsValidUntilMs: number | null
  /** Null sends messages to the outbox folder. */
  readonly provider: SmsProviderConfig | null
}

export type SmsProviderConfig =
  /** Overrides the provider's URL. */
  { readonly origin?: string } & (
    | { readonly type: 'twilio'; readonly accountSid: string; readonly authToken: string; readonly sender: string }
    | { readonly type: 'messagebird'; readonly accessKey: string; readonly originator: string }
    | { readonly type: 'vonage'; readonly apiKey: string; readonly apiSecret: string; readonly from: string }
  )

/** Reads this group of settings; the reader collects the errors. */
export function parseSmsConfig(settings: SettingsReader): SmsConfig {
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
