/** The text that replaces a secret. */
export const hiddenText = '…'

/** Longest text inspected: names and titles are short, and the rest is cut anyway. */
const textMax = 2_000

/**
 * Masks what looks like a secret or personal data: emails, card, account and phone numbers, keys, tokens, labelled
 * passwords. Errs on the side of hiding.
 */
export function hideSecrets(text: string): string {
  const plain = text.slice(0, textMax).normalize('NFKC').replace(invisible, '')
  const hidden = rules.reduce(
    (left, { pattern, isSecret }) =>
      left.replace(pattern, (found: string, lead: unknown) => {
        if (isSecret?.(found) === false) return found
        return typeof lead === 'string' ? `${lead}${hiddenText}` : hiddenText
      }),
    plain,
  )
  return hidden === plain ? text.slice(0, textMax) : hidden.replace(repeated, hiddenText).trim()
}

export type SecretTextKind = 'email' | 'phone' | 'number' | 'key'

/** The positions of apparent secrets in the text, in order and without overlaps. */
export function findSecrets(
  text: string,
): readonly { readonly kind: SecretTextKind; readonly start: number; readonly end: number }[] {
  const plain = text.slice(0, textMax)
  const found = rules.flatMap(({ kind, pattern, isSecret }) =>
    [...plain.matchAll(pattern)].flatMap((match) => {
      if (isSecret?.(match[0]) === false) return []
      const start = match.index + (match[1]?.length ?? 0)
      return [{ kind: kind ?? numberKind(match[0]), start, end: match.index + match[0].length }]
    }),
  )
  const apart: { kind: SecretTextKind; start: number; end: number }[] = []
  for (const each of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart.at(-1)
    if (last !== undefined && each.start < last.end) last.end = Math.max(last.end, each.end)
    else apart.push({ ...each })
  }
  return apart
}

function numberKind(text: string): SecretTextKind {
  return text.replace(/\D/gu, '').length >= 14 ? 'number' : 'phone'
}

/** Whether any part of the text looks like a secret. */
export function hasSecret(text: string): boolean {
  return hideSecrets(text) !== text.slice(0, textMax)
}

/** Names of parameters and fields that hold secrets or personal data. */
export const secretName =
  /token|secret|passw|pwd|api[_-]?key|signature|credential|jwt|e-?mail|phone|^(?:auth|authorization|code|key|login|otp|pin|session(?:_?id)?|sid|sig|tel|user(?:_?name)?|(?:first|last|full)_?name)$/i

export const signedToken = /^eyJ[\w-]+\.[\w-]+\./

/** Zero-width characters and soft hyphens split what a person reads as one word. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu
const repeated = /…(?:[\s,;:/-]*…)+/gu

const privateKey = /-----BEGIN [A-Z ]{1,40}-----.*/gsu
/** `user:password@` in any URL. */
const credentials = /([a-z][\w+.-]{0,30}:\/\/)[^\s/@]{1,200}(?=@)/giu
const mail =
  /[\p{L}\p{N}._%+'-]{1,64}\s?(?:@|%40|\(at\)|\[at\])\s?[\p{L}\p{N}-]{1,63}(?:\s?\.\s?[\p{L}\p{N}-]{1,63}){1,4}/giu
const namedSecret =
  /((?:pass(?:word|phrase|code|wd)?|passwort|kennwort|pwd|secret|token|bearer|api[ _-]?key|access[ _-]?key|private[ _-]?key|credential|authorization|recovery code|backup code|cvc|cvv|pin|otp|security code|verification code|sign-in code|one-time code|your code|ssn)(?:["']?\s*(?:[:=]|\bis\b|→)\s*["']?|\s+(?=\S*\d)))[^\s"',;]+/giu

const word = /[\p{L}\p{N}_+/=.~$-]{8,}/gu

const knownPrefix =
  /^(?:sk|pk|rk|whsec|gh[opsru]|github_pat|glpat|xox[abeprs]|hf|npm|pypi|shp(?:at|ss|ca|pa)|dop_v\d|key|tok|pat|sq0|lin_api|figd|re|rpa|sb|sbp|vercel|AC|SG)[-_.](?=[\w.-]*\d)[\w.-]{8,}$|^(?:AKIA|ASIA|AIza|ya29\.|EAAC|AGE-SECRET|0x[0-9a-f]{16})/u
const uuid = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/iu

/** Whether a word looks like a key, token or id rather than something a person wrote. */
export function isOpaque(text: string): boolean {
  if (signedToken.test(text) || knownPrefix.test(text) || uuid.test(text)) return true
  if (text.length >= 24 && /^[\w+/=-]+$/u.test(text) && [/[a-z]/u, /[A-Z]/u, /\d/u].every((kind) => kind.test(text))) {
    if (letterChanges(text) >= 6) return true
  }
  return text.split(/[-_.=/+~$]/u).some(isOpaquePiece)
}

function isOpaquePiece(piece: string): boolean {
  const { length } = piece
  if (length < 8 || !/^[\da-z]+$/iu.test(piece)) return false
  const changes = digitChanges(piece)
  if (/^[\da-f]+$/iu.test(piece) && /\d/u.test(piece) && /[a-f]/iu.test(piece)) return length >= 12 || changes >= 2
  if (changes >= 3) return true
  if (changes > 0) return length >= 16
  return length >= 16 && letterChanges(piece) >= length / 3
}

/** How often letters and digits alternate: at most once in words. */
function digitChanges(text: string): number {
  return text.match(/\d(?=[a-z])|[a-z](?=\d)/giu)?.length ?? 0
}

/** How often the character class changes, counting case. */
function letterChanges(text: string): number {
  return digitChanges(text) + (text.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/gu)?.length ?? 0)
}

const iban = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]){11,30}\b/giu

function isIban(text: string): boolean {
  const compact = text.replace(/[ -]/gu, '').toUpperCase()
  // The following text may have been matched as part of it.
  for (let length = compact.length; length >= 15; length -= 1) {
    let rest = 0
    for (const char of compact.slice(4, length) + compact.slice(0, 4)) {
      for (const digit of String(Number.parseInt(char, 36))) rest = (rest * 10 + Number(digit)) % 97
    }
    if (rest === 1) return true
  }
  return false
}

const digitRun = /[+(]?\d(?:[\s().·–-]{0,3}\d){5,40}/gu

/** Card, phone and other long numbers; not dates, years, IP addresses or numbers with thousands separators. */
function isPersonalNumber(text: string): boolean {
  const digits = text.replace(/\D/gu, '')
  const groups = text.split(/\D+/u).filter((group) => group !== '')
  if (digits.length >= 12 && hasLuhnNumber(digits)) return true
  if (text.startsWith('+')) return digits.length >= 7
  if (groups.every(isYear) || isDate(groups)) return false
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/u.test(text)) return false
  if (/^[1-9]\d{0,2}(?:[\s.]\d{3})+$/u.test(text)) return false
  return groups.length === 1 ? digits.length >= 9 : digits.length >= 7
}

function isYear(group: string): boolean {
  return /^(?:19|20)\d\d$/u.test(group)
}

/** Optionally followed by a time, as in file names. */
function isDate(groups: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = groups
  const isDay = (group: string) => group.length <= 2 && Number(group) <= 31
  const isMonth = (group: string) => group.length <= 2 && Number(group) <= 12
  if (groups.length > 6 || !groups.slice(3).every((group) => group.length <= 2)) return false
  if (isYear(first)) return isMonth(second) && isDay(third)
  return isYear(third) && ((isDay(first) && isMonth(second)) || (isMonth(first) && isDay(second)))
}

function hasLuhnNumber(digits: string): boolean {
  for (let length = Math.min(19, digits.length); length >= 12; length -= 1) {
    for (let start = 0; start + length <= digits.length; start += 1) {
      if (isLuhn(digits.slice(start, start + length))) return true
    }
  }
  return false
}

function isLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0 && !/^0+$/u.test(digits)
}

/** In the order they are applied. The first group of a pattern is not part of the secret. */
const rules: readonly {
  /** null: recognised by its digits. */
  readonly kind: SecretTextKind | null
  readonly pattern: RegExp
  readonly isSecret?: (found: string) => boolean
}[] = [
  { kind: 'key', pattern: privateKey },
  { kind: 'key', pattern: credentials },
  { kind: 'email', pattern: mail },
  { kind: 'key', pattern: namedSecret },
  { kind: 'key', pattern: word, isSecret: isOpaque },
  { kind: 'number', pattern: iban, isSecret: isIban },
  { kind: null, pattern: digitRun, isSecret: isPersonalNumber },
]
