import { hasSecret, isOpaque, secretName, signedToken } from './secret-text.ts'

/**
 * A page's address without what might be a secret or a person: values whose name says so, e-mails, and signed tokens. Made
 * for what strangers' sites put there; its time grows with the length alone.
 */
export function redactAddress(address: string): string {
  if (!suspicious.test(address)) return address
  return withoutNamedSecrets(address).replace(part, (text) =>
    isMail(text) || signedToken.test(text) ? redacted : text,
  )
}

/**
 * The address of a recorded page: also without a password, and without parts that look like a secret or are too opaque to
 * be anything else than a key to something.
 */
export function redactRecordedAddress(address: string): string {
  const [, origin, rest = ''] = webAddress.exec(address) ?? []
  // What a data: or blob: address holds is content.
  if (origin === undefined) return `${/^[a-z][a-z\d+.-]{0,20}:/i.exec(address)?.[0] ?? ''}${redacted}`
  const safe = withoutNamedSecrets(rest).replace(part, (text) => (isSecretPart(text) ? redacted : text))
  return origin.replace(userInfo, '//') + safe
}

/** Whether opening it would lead elsewhere than the address it was made of. */
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

/** What neither has parameters nor an e-mail or a token is most of what comes. */
const suspicious = /[?#;@]|%40|eyJ/i

const parameter = /([?&#;]([^=?&#;]*)=)[^&#;]*/g

/** Between what structures an address. */
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
