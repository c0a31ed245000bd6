/**
 * A page's address without what might be a secret or a person: values whose name says so, e-mails, and signed tokens. Made
 * for what strangers' sites put there; its time grows with the length alone.
 */
export function redactAddress(address: string): string {
  if (!suspicious.test(address)) return address
  return address
    .replace(parameter, (whole, before: string, name: string) => (secretName.test(name) ? before + redacted : whole))
    .replace(part, (text) => (isMail(text) || signedToken.test(text) ? redacted : text))
}

const redacted = 'redacted'

/** What neither has parameters nor an e-mail or a token is most of what comes. */
const suspicious = /[?#;@]|%40|eyJ/i

const parameter = /([?&#;]([^=?&#;]*)=)[^&#;]*/g

const secretName =
  /token|secret|passw|pwd|api[_-]?key|signature|credential|jwt|e-?mail|phone|^(?:auth|authorization|code|key|login|otp|pin|session(?:_?id)?|sid|sig|tel|user(?:_?name)?|(?:first|last|full)_?name)$/i

/** Between what structures an address. */
const part = /[^/?&#=;]+/g
const signedToken = /^eyJ[\w-]+\.[\w-]+\./

function isMail(text: string): boolean {
  const at = Math.max(text.lastIndexOf('@'), text.lastIndexOf('%40'))
  return at > 0 && /\.[a-z]{2}/i.test(text.slice(at))
}
