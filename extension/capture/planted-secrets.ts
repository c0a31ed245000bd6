/** Generates a secret of one kind from bounded random numbers. */
export type MakeSecret = (random: (below: number) => number) => string

const lower = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const hex = '0123456789abcdef'
const base62 = lower + lower.toUpperCase() + digits

function text(random: (below: number) => number, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[random(alphabet.length)]).join('')
}

function card(random: (below: number) => number, start: string, length: number): string {
  const body = start + text(random, digits, length - start.length - 1)
  const sum = [...body].toReversed().reduce((total, char, index) => {
    const digit = Number(char) * (index % 2 === 0 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return body + String((10 - (sum % 10)) % 10)
}

function iban(random: (below: number) => number): string {
  const account = text(random, digits, 18)
  const rest = Number(BigInt(`${account}131400`) % 97n)
  return `DE${String(98 - rest).padStart(2, '0')}${account}`
}

function inFours(value: string, separator: string): string {
  return value.replace(/(.{4})(?=.)/g, `$1${separator}`)
}

const letters = (random: (below: number) => number, length: number) => text(random, lower, length)
/** Mixes upper case, lower case and digits, as base64 of random bytes nearly always does. */
const mixed = (random: (below: number) => number, length: number) => `a7Q${text(random, base62, length - 5)}z4`

/** Secrets that must never appear in a published demo, by kind. */
export const plantedSecrets: Readonly<Record<string, MakeSecret>> = {
  email: (random) => `${letters(random, 6)}.${letters(random, 5)}@${letters(random, 7)}.com`,
  'email with a tag': (random) => `${letters(random, 6)}+${letters(random, 4)}@mail.${letters(random, 6)}.co.uk`,
  'card number': (random) => card(random, '4', 16),
  'card number in fours': (random) => inFours(card(random, '53', 16), ' '),
  'card number with dashes': (random) => inFours(card(random, '4', 16), '-'),
  'short card number': (random) => card(random, '37', 15),
  IBAN: (random) => iban(random),
  'IBAN in fours': (random) => inFours(iban(random), ' '),
  'phone number': (random) => `+49 30 ${1_000_000 + random(8_999_999)}`,
  'national phone number': (random) => `(${200 + random(700)}) ${200 + random(700)}-${1_000 + random(8_999)}`,
  'social security number': (random) => `${100 + random(800)}-${10 + random(89)}-${1_000 + random(8_999)}`,
  'signed token': (random) => `eyJ${mixed(random, 16)}.eyJ${mixed(random, 24)}.${mixed(random, 24)}`,
  'payment key': (random) => `sk_live_${mixed(random, 24)}`,
  'cloud key': (random) => `AKIA${text(random, `${lower.toUpperCase()}234567`, 16)}`,
  'repository token': (random) => `ghp_${mixed(random, 36)}`,
  'chat token': (random) => `xoxb-${text(random, digits, 12)}-${mixed(random, 24)}`,
  'random key': (random) => mixed(random, 40),
  'hexadecimal key': (random) => `7f${text(random, hex, 28)}3a`,
  UUID: (random) =>
    `${text(random, hex, 8)}-${text(random, hex, 4)}-4${text(random, hex, 3)}-a${text(random, hex, 3)}-${text(random, hex, 12)}`,
  'password by its name': (random) => `password: ${letters(random, 5)}${random(1_000)}!`,
  'key by its name': (random) => `// apiKey: ${letters(random, 9)}`,
  'database address': (random) => `postgres://app:${letters(random, 9)}@db.internal/main`,
}

/** The part of a planted secret that must never appear, without its label. */
export function secretCore(secret: string): string {
  const named = /^(?:password|\/\/ apiKey): (.*)$/.exec(secret)?.[1]
  return named ?? /^postgres:\/\/app:(\w+)@/.exec(secret)?.[1] ?? secret
}
