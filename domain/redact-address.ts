import { hasSecret, isOpaque, secretName, signedToken } from './secret-text.ts'

/**
 * Removes likely secrets and personal data from a page URL: parameters with such names, emails, and signed tokens. Safe
 * for URLs of other sites; runs in linear time.
 */
export function redactAddress(address: string): string {
  if (!suspicious.test(address)) return address
  return withoutNamedSecrets(address).replace(part, (text) =>
    isMail(text) || signedToken.test(text) ? redacted : text,
  )
}

/**
 * A recorded page's URL: also without a password, and without parts that look like a secret or are too opaque to be
 * anything but a key.
 */
export function redactRecordedAddress(address: string): string {
  const [, origin, rest = ''] = webAddress.exec(address) ?? []
  // A data: or blob: URL holds content.
  if (origin === undefined) return `${/^[a-z][a-z\d+.-]{0,20}:/i.exec(address)?.[0] ?? ''}${redacted}`
  const safe = withoutNamedSecrets(rest).replace(part, (text) => (isSecretPart(text) ? redacted : text))
  return origin.replace(userInfo, '//') + safe
}

/** Whether the result would lead somewhere else than the original URL. */
export function isRedacted(address: string): boolean {
  return address.includes(redacted)
}

function withoutNamedSecrets(address: string): string {
  return address.replace(parameter, (whole, before: string, name: string) =>
    secretName.test(name) ? before + redacted : whole,
  )
}

const redacted = 'redacted'
const webAddress = /^(https?:\/\/[^/?#]*)(.*)$/is
const userInfo = /\/\/.*@/s

/** Fast path: most URLs have no parameters, email or token. */
const suspicious = /[?#;@]|%40|eyJ/i

const parameter = /([?&#;]([^=?&#;]*)=)[^&#;]*/g

/** Separators in a URL. */
const part = /[^/?&#=;]+/g

function isSecretPart(text: string): boolean {
  const plain = decoded(text)
  return isMail(text) || isOpaque(plain) || hasSecret(plain) || hasSecret(decoded(plain))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function isMail(text: string): boolean {
  const at = Math.max(text.lastIndexOf('@'), text.lastIndexOf('%40'))
  return at > 0 && /\.[a-z]{2}/i.test(text.slice(at))
}
