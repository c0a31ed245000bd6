import { createPrivateKey, type KeyObject } from 'node:crypto'

import type { SettingsReader } from '#backend/settings/settings-reader.ts'

export interface SamlConfig {
  readonly privateKey: KeyObject
  /** Our base URL for identity providers; null means /auth/v1. */
  readonly externalUrl: string | null
  readonly mayBeEncrypted: boolean
  readonly ratePerFiveMinutes: number
  /** How long a sign-in at the identity provider may take. */
  readonly relayStateSeconds: number
}

/** Reads GOTRUE_SAML_…; null when single sign-on is off. */
export function parseSamlConfig(settings: SettingsReader): SamlConfig | null {
  const isEnabled = settings.flag('GOTRUE_SAML_ENABLED', false)
  const key = settings.text('GOTRUE_SAML_PRIVATE_KEY')
  const externalUrl = settings.text('GOTRUE_SAML_EXTERNAL_URL')
  const mayBeEncrypted = settings.flag('GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS', false)
  const ratePerFiveMinutes = settings.wholeNumber('GOTRUE_SAML_RATE_LIMIT_ASSERTION', 1, 100_000, 30)
  const relayStateSeconds = settings.seconds('GOTRUE_SAML_RELAY_STATE_VALIDITY_PERIOD', 30, 3_600, 120)
  if (!isEnabled) return null
  if (key === null) {
    return settings.refuse('GOTRUE_SAML_PRIVATE_KEY must be set too when GOTRUE_SAML_ENABLED is true.')
  }
  const privateKey = readKey(key)
  if (privateKey === null) {
    return settings.refuse(
      'GOTRUE_SAML_PRIVATE_KEY must be an RSA key of 2048 bits or more: PKCS#1 or PKCS#8 in Base64, or PEM.',
    )
  }
  if (externalUrl !== null && !(URL.canParse(externalUrl) && /^https?:$/.test(new URL(externalUrl).protocol))) {
    return settings.refuse(`GOTRUE_SAML_EXTERNAL_URL must be an address, but is "${externalUrl}".`)
  }
  return {
    privateKey,
    externalUrl: externalUrl?.replace(/\/$/, '') ?? null,
    mayBeEncrypted,
    ratePerFiveMinutes,
    relayStateSeconds,
  }
}

function readKey(text: string): KeyObject | null {
  for (const type of ['pkcs1', 'pkcs8'] as const) {
    try {
      const key = text.startsWith('-----BEGIN')
        ? createPrivateKey(text.replaceAll(String.raw`\n`, '\n'))
        : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type })
      const isUsable = key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
      return isUsable ? key : null
    } catch {
      // Try the other form.
    }
  }
  return null
}
