import { describe, expect, test } from 'vitest'

import { createSettingsReader } from '#backend/settings/settings-reader.ts'

import { parseAuthConfig } from './auth-config.ts'

function parse(environment: Record<string, string>) {
  const reader = createSettingsReader(environment)
  const config = parseAuthConfig(reader)
  return { config, problems: reader.problems }
}

describe('the settings of sign-in', () => {
  test("default to a first run's", () => {
    const { config, problems } = parse({})
    expect(problems).toEqual([])
    expect(config).toMatchObject({
      siteUrl: null,
      isSignupDisabled: false,
      isEmailEnabled: true,
      isPhoneEnabled: false,
      isAnonymousEnabled: false,
      mail: { isAutoconfirmed: true, isChangeSecure: true, otpExpirySeconds: 86_400, otpLength: 6, smtp: null },
      sms: { isAutoconfirmed: false, otpExpirySeconds: 60, otpLength: 6, intervalSeconds: 60, provider: null },
      password: { lengthMin: 6, requiredCharacters: [], breachedFile: null },
      limits: { mailsPerHour: 30, smsPerHour: 30, token: 150, verify: 30, otp: 30, anonymous: 30 },
    })
  })

  test('enable confirmation with a mail server', () => {
    const { config } = parse({
      GOTRUE_SMTP_HOST: 'mail.example.com',
      GOTRUE_SMTP_PORT: '465',
      GOTRUE_SMTP_USER: 'user',
      GOTRUE_SMTP_PASS: 'secret',
      GOTRUE_SMTP_ADMIN_EMAIL: 'demos@example.com',
      GOTRUE_SMTP_MAX_FREQUENCY: '1m30s',
    })
    expect(config.mail).toMatchObject({
      isAutoconfirmed: false,
      intervalSeconds: 90,
      smtp: {
        host: 'mail.example.com',
        port: 465,
        isTls: true,
        user: 'user',
        password: 'secret',
        senderName: 'Understudy',
      },
    })
  })

  test('accept a mail server as one URL', () => {
    const { config } = parse({
      SMTP_URL: 'smtp://us%40er:se%2Fcret@mail.example.com',
      GOTRUE_SMTP_ADMIN_EMAIL: 'demos@example.com',
      GOTRUE_MAILER_AUTOCONFIRM: 'true',
    })
    expect(config.mail).toMatchObject({
      isAutoconfirmed: true,
      smtp: { host: 'mail.example.com', port: 587, isTls: false, user: 'us@er', password: 'se/cret' },
    })
  })

  test("accept lists, rates, sets and test codes in Supabase's format", () => {
    const { config, problems } = parse({
      GOTRUE_SITE_URL: 'https://demos.example.com/',
      GOTRUE_URI_ALLOW_LIST: 'https://{a,b}.example/**, com.example.app://callback',
      GOTRUE_RATE_LIMIT_EMAIL_SENT: '100/1h',
      GOTRUE_PASSWORD_REQUIRED_CHARACTERS: String.raw`abc:012:\:!`,
      GOTRUE_SMS_TEST_OTP: '4915112345678:123456, +4915112345679=654321',
    })
    expect(problems).toEqual([])
    expect(config.siteUrl).toBe('https://demos.example.com')
    expect(config.uriAllowList.map((pattern) => pattern.test('https://b.example/x/y'))).toEqual([true, false])
    expect(config.limits.mailsPerHour).toBe(100)
    expect(config.password.requiredCharacters).toEqual(['abc', '012', ':!'])
    expect([...config.sms.testOtps]).toEqual([
      ['4915112345678', '123456'],
      ['4915112345679', '654321'],
    ])
  })

  test.each([
    [{ GOTRUE_SITE_URL: 'demos' }, 'GOTRUE_SITE_URL must be an address'],
    [{ GOTRUE_URI_ALLOW_LIST: 'https://[' }, 'GOTRUE_URI_ALLOW_LIST contains "https://["'],
    [{ GOTRUE_DISABLE_SIGNUP: 'maybe' }, 'GOTRUE_DISABLE_SIGNUP must be true or false'],
    [{ AUTH_AUDIT_DAYS: '0' }, 'AUTH_AUDIT_DAYS must be a whole number from 1 to 3650, but is "0"'],
    [{ GOTRUE_PASSWORD_MIN_LENGTH: '3' }, 'GOTRUE_PASSWORD_MIN_LENGTH must be a whole number from 6 to 72'],
    [{ GOTRUE_MAILER_OTP_EXP: '99999999' }, 'GOTRUE_MAILER_OTP_EXP must be'],
    [{ GOTRUE_SMTP_HOST: 'mail.example.com' }, 'GOTRUE_SMTP_ADMIN_EMAIL must be set too'],
    [{ GOTRUE_SMTP_USER: 'user' }, 'GOTRUE_SMTP_HOST must be set too'],
    [{ SMTP_URL: 'smtp://a', GOTRUE_SMTP_HOST: 'b' }, 'set only one of them'],
    [{ SMTP_URL: 'http://a', GOTRUE_SMTP_ADMIN_EMAIL: 'a@b' }, 'SMTP_URL must be an address'],
    [{ GOTRUE_SMTP_MAX_FREQUENCY: 'often' }, 'GOTRUE_SMTP_MAX_FREQUENCY must be a time'],
    [{ GOTRUE_SMS_PROVIDER: 'pigeon' }, 'GOTRUE_SMS_PROVIDER must be one of'],
    [{ GOTRUE_SMS_PROVIDER: 'vonage' }, 'GOTRUE_SMS_VONAGE_API_KEY and GOTRUE_SMS_VONAGE_API_SECRET and'],
    [{ SMS_PROVIDER_URL: 'https://sms.example.com' }, 'SMS_PROVIDER_URL is set, but GOTRUE_SMS_PROVIDER is not.'],
    [
      { GOTRUE_SMS_PROVIDER: 'vonage', SMS_PROVIDER_URL: 'http://sms.example.com' },
      'SMS_PROVIDER_URL must be an https address',
    ],
    [{ GOTRUE_SMS_TEMPLATE: 'Hello' }, 'GOTRUE_SMS_TEMPLATE must contain'],
    [{ GOTRUE_SMS_TEST_OTP: 'x' }, 'GOTRUE_SMS_TEST_OTP must list pairs'],
    [{ GOTRUE_SMS_TEST_OTP_VALID_UNTIL: 'soon' }, 'GOTRUE_SMS_TEST_OTP_VALID_UNTIL must be a time'],
    [{ GOTRUE_PASSWORD_HIBP_ENABLED: 'true' }, 'PASSWORD_BREACHED_FILE'],
    [{ PASSWORD_BREACHED_FILE: '/no/such/file' }, 'PASSWORD_BREACHED_FILE names "/no/such/file"'],
    [{ GOTRUE_JWT_AUD: 'others' }, 'GOTRUE_JWT_AUD can only be authenticated'],
    [{ GOTRUE_JWT_ADMIN_ROLES: 'editor' }, 'GOTRUE_JWT_ADMIN_ROLES can only be service_role'],
    [{ GOTRUE_DB_NAMESPACE: 'accounts' }, 'GOTRUE_DB_NAMESPACE can only be auth'],
    [{ GOTRUE_DB_DATABASE_URL: 'postgres://a/b' }, 'has no effect here; remove it, and set DATABASE_URL.'],
    [{ GOTRUE_API_PORT: '9999' }, 'has no effect here; remove it, and set PORT.'],
    [{ GOTRUE_SMTP_GROUP_NAME: 'demos' }, 'GOTRUE_SMTP_GROUP_NAME has no effect here'],
    [{ GOTRUE_RATE_LIMIT_OTP: '-1' }, 'GOTRUE_RATE_LIMIT_OTP must be'],
    [{ GOTRUE_MAILER_TEMPLATES_INVITE: 'https://x' }, 'DATA_DIR/templates/invite.html'],
    [{ GOTRUE_MAILER_URLPATHS_INVITE: '/x' }, 'GOTRUE_MAILER_URLPATHS_INVITE can only be'],
  ])('refuse %j in a sentence', (environment, sentence) => {
    const { problems } = parse(environment)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(sentence)
    expect(problems[0]).toMatch(/\.$/)
  })
})
