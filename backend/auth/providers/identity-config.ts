import type { CaptchaWidget } from '#protocol/client-config.ts'
import type { SettingsReader } from '#backend/settings/settings-reader.ts'
import { parseSamlConfig, type SamlConfig } from '#backend/auth/saml/saml-config.ts'
import { parseJwtKeys, type ConfiguredKey, type SigningKeys } from '#backend/auth/keys/signing-keys.ts'

import { parseProviders, type ProviderConfig } from './provider-config.ts'

/** Providers, SSO, keys, captcha and factors; settings and defaults follow Supabase Auth. */
export interface IdentityConfig {
  readonly keys: SigningKeys
  readonly sessions: SessionsConfig
  readonly mfa: MfaConfig
  readonly providers: ReadonlyMap<string, ProviderConfig>
  readonly isManualLinkingEnabled: boolean
  /** Null when single sign-on is off. */
  readonly saml: SamlConfig | null
  readonly captcha: CaptchaConfig | null
  /** The widget shown on the sign-in pages; the site key is public. */
  readonly captchaWidget: CaptchaWidget | null
  /** Refuses calls without a valid API key. */
  readonly isApikeyRequired: boolean
  /** Allows providers and metadata on private and loopback addresses. */
  readonly mayCallPrivateAddresses: boolean
}

export interface SessionsConfig {
  readonly reuseIntervalSeconds: number
  readonly timeboxSeconds: number | null
  readonly inactivitySeconds: number | null
  readonly isSinglePerUser: boolean
}

export interface MfaConfig {
  readonly factorsMax: number
  readonly challengeExpirySeconds: number
  /** How long an enrolment waits for its first code. */
  readonly enrolmentExpirySeconds: number
  readonly ratePerMinute: number
  readonly isTotpEnrolEnabled: boolean
  readonly isTotpVerifyEnabled: boolean
  readonly isPhoneEnrolEnabled: boolean
  readonly isPhoneVerifyEnabled: boolean
  readonly phoneOtpLength: number
  readonly phoneTemplate: string
  readonly phoneIntervalSeconds: number
}

export interface CaptchaConfig {
  readonly provider: CaptchaWidget['provider']
  readonly secret: string
  /** Overridden only in tests and behind a proxy. */
  readonly verifyUrl: string
  readonly timeoutSeconds: number
}

/** All but the keys, which also need the secret. */
export type IdentitySettings = Omit<IdentityConfig, 'keys'> & { readonly configuredKeys: readonly ConfiguredKey[] }

/** Reads this group of settings; the reader collects the errors. */
export function parseIdentityConfig(settings: SettingsReader, names: readonly string[]): IdentitySettings {
  const mayCallPrivateAddresses = settings.flag('OUTBOUND_ALLOW_PRIVATE_ADDRESSES', false)
  const provider = settings.oneOf('GOTRUE_SECURITY_CAPTCHA_PROVIDER', ['hcaptcha', 'turnstile'], 'hcaptcha')
  const siteKey = settings.text('CAPTCHA_SITE_KEY')
  return {
    configuredKeys: parseKeys(settings),
    sessions: {
      reuseIntervalSeconds: settings.seconds('GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL', 0, 3_600, 10),
      timeboxSeconds: settings.seconds('GOTRUE_SESSIONS_TIMEBOX', 0, year, 0) || null,
      inactivitySeconds: settings.seconds('GOTRUE_SESSIONS_INACTIVITY_TIMEOUT', 0, year, 0) || null,
      isSinglePerUser: settings.flag('GOTRUE_SESSIONS_SINGLE_PER_USER', false),
    },
    mfa: parseMfa(settings),
    providers: parseProviders(settings, names, mayCallPrivateAddresses),
    isManualLinkingEnabled: settings.flag('GOTRUE_SECURITY_MANUAL_LINKING_ENABLED', false),
    saml: parseSamlConfig(settings),
    captcha: parseCaptcha(settings, provider, mayCallPrivateAddresses),
    captchaWidget: siteKey === null ? null : { provider, siteKey },
    isApikeyRequired: settings.flag('REQUIRE_APIKEY', false),
    mayCallPrivateAddresses,
  }
}

const year = 366 * 86_400

function parseKeys(settings: SettingsReader): readonly ConfiguredKey[] {
  const text = settings.text('GOTRUE_JWT_KEYS')
  if (text === null) return []
  const keys = parseJwtKeys(text)
  if (typeof keys !== 'string') return keys
  settings.refuse(keys)
  return []
}

function parseMfa(settings: SettingsReader): MfaConfig {
  if (
    settings.flag('GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED', false) ||
    settings.flag('GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED', false)
  ) {
    settings.refuse(
      'GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED can not be true: this version has no support for WebAuthn factors.',
    )
  }
  const phoneTemplate = settings.text('GOTRUE_MFA_PHONE_TEMPLATE') ?? 'Your code is {{ .Code }}'
  if (!/\{\{\s*\.Code\s*\}\}/.test(phoneTemplate)) {
    settings.refuse('GOTRUE_MFA_PHONE_TEMPLATE must contain {{ .Code }}, or nobody learns the code.')
  }
  const isEnabled = settings.flag('GOTRUE_MFA_ENABLED', true)
  return {
    factorsMax: settings.wholeNumber('GOTRUE_MFA_MAX_ENROLLED_FACTORS', 1, 100, 10),
    challengeExpirySeconds: settings.seconds('GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION', 30, 3_600, 300),
    enrolmentExpirySeconds: settings.seconds('GOTRUE_MFA_FACTOR_EXPIRY_DURATION', 30, 86_400, 300),
    ratePerMinute: settings.wholeNumber('GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY', 1, 100_000, 15),
    isTotpEnrolEnabled: settings.flag('GOTRUE_MFA_TOTP_ENROLL_ENABLED', true) && isEnabled,
    isTotpVerifyEnabled: settings.flag('GOTRUE_MFA_TOTP_VERIFY_ENABLED', true) && isEnabled,
    isPhoneEnrolEnabled: settings.flag('GOTRUE_MFA_PHONE_ENROLL_ENABLED', false) && isEnabled,
    isPhoneVerifyEnabled: settings.flag('GOTRUE_MFA_PHONE_VERIFY_ENABLED', false) && isEnabled,
    phoneOtpLength: settings.wholeNumber('GOTRUE_MFA_PHONE_OTP_LENGTH', 6, 10, 6),
    phoneTemplate,
    phoneIntervalSeconds: settings.seconds('GOTRUE_MFA_PHONE_MAX_FREQUENCY', 0, 86_400, 60),
  }
}

const captchaUrls = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

function parseCaptcha(
  settings: SettingsReader,
  provider: CaptchaWidget['provider'],
  mayCallPrivateAddresses: boolean,
): CaptchaConfig | null {
  const isEnabled = settings.flag('GOTRUE_SECURITY_CAPTCHA_ENABLED', false)
  const secret = settings.text('GOTRUE_SECURITY_CAPTCHA_SECRET')
  const timeoutSeconds = settings.seconds('GOTRUE_SECURITY_CAPTCHA_TIMEOUT', 1, 10, 8)
  const verifyUrl = settings.text('CAPTCHA_VERIFY_URL')
  if (!isEnabled) return null
  if (secret === null) {
    return settings.refuse(
      'GOTRUE_SECURITY_CAPTCHA_SECRET must be set too when GOTRUE_SECURITY_CAPTCHA_ENABLED is true.',
    )
  }
  if (settings.text('CAPTCHA_SITE_KEY') === null) {
    return settings.refuse(
      'CAPTCHA_SITE_KEY must be set too when GOTRUE_SECURITY_CAPTCHA_ENABLED is true, or nobody can sign in on our pages.',
    )
  }
  if (verifyUrl !== null && !(URL.canParse(verifyUrl) && (mayCallPrivateAddresses || verifyUrl.startsWith('https:')))) {
    return settings.refuse(`CAPTCHA_VERIFY_URL must be an https address, but is "${verifyUrl}".`)
  }
  return { provider, secret, verifyUrl: verifyUrl ?? captchaUrls[provider], timeoutSeconds }
}
