import { createHmac, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

import type { RandomChoices } from './random-choices.ts'

/** What a forger has: a token issued to somebody, and every public key. */
export interface TokenMaterial {
  readonly issued: string
  readonly publicKeys: readonly KeyObject[]
  readonly kids: readonly string[]
}

/** A forged token; null if the mutation is equivalent to the issued one. */
export function forgeToken(chance: RandomChoices, loot: TokenMaterial): string | null {
  const forged = chance.once(3) ? spoilt(chance, loot.issued) : invent(chance, loot)
  return sameMeaning(forged, loot.issued) ? null : forged
}

function spoilt(chance: RandomChoices, issued: string): string {
  const parts = issued.split('.')
  const at = chance.below(3)
  const how = chance.below(5)
  if (how === 0) return [...parts, parts[at]!].join('.')
  if (how === 1) return parts.filter((_, index) => index !== at).join('.')
  if (how === 2) return parts.map((part, index) => (index === at ? '' : part)).join('.')
  parts[at] = chance.spoil(parts[at]!, 'abcXYZ012-_=+/. \t%')
  return parts.join('.')
}

function invent(chance: RandomChoices, { issued, publicKeys, kids }: TokenMaterial): string {
  const [, body = '', signature = ''] = issued.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>
  if (chance.once(2)) claims['role'] = chance.pick(['service_role', 'authenticated', 'postgres', ['service_role']])
  if (chance.once(3)) claims['exp'] = chance.pick([4_000_000_000, 1, '4000000000', null, 1e300])
  if (chance.once(4)) claims['aal'] = 'aal2'
  const alg = chance.pick([...algorithms, ...oddAlgorithms])
  const header: Record<string, unknown> = { alg, typ: 'JWT' }
  if (!chance.once(3)) header['kid'] = chance.pick([...kids, ...oddKids])
  if (chance.once(4)) header['jwk'] = stranger.publicKey.export({ format: 'jwk' })
  if (chance.once(6)) header['jku'] = 'http://127.0.0.1:1/jwks.json'
  if (chance.once(8)) header['x5u'] = 'http://127.0.0.1:1/certificate.pem'
  if (chance.once(8)) header['crit'] = chance.pick([['exp'], [], ['b64']])
  if (chance.once(10)) header['b64'] = false
  if (chance.once(12)) header['zip'] = 'DEF'
  const content = `${encode(header)}.${encode(claims)}`
  const secrets = publicKeys.flatMap((key) => [
    key.export({ type: 'spki', format: 'pem' }).toString(),
    key.export({ type: 'spki', format: 'der' }),
    JSON.stringify(key.export({ format: 'jwk' })),
  ])
  const bytes = chance.pick<() => Buffer>([
    () => hmac(chance.pick([...secrets, '', 'secret', 'your-256-bit-secret', content]), content, alg),
    () => createSign('sha256').update(content).sign({ key: stranger.privateKey, dsaEncoding: 'ieee-p1363' }),
    () => Buffer.alloc(chance.pick([0, 32, 64, 256]), chance.pick([0, 255])),
    () => randomBytes(chance.pick([1, 32, 64, 256])),
    () => Buffer.from(signature, 'base64url'),
  ])()
  return `${content}.${bytes.toString('base64url')}`
}

const algorithms = ['HS256', 'HS384', 'HS512', 'RS256', 'PS256', 'ES256', 'ES384', 'EdDSA']
const oddAlgorithms = ['none', 'None', 'nOnE', '', 'HS256 ', 'hs256', '__proto__', 'dir', 'A128KW']
const oddKids = [
  '',
  '../../../../dev/null',
  '/dev/null',
  "' or 1=1 --",
  '__proto__',
  'constructor',
  ' ',
  '0',
  '*',
  '\0',
]
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })

function hmac(secret: string | Buffer, content: string, alg: string): Buffer {
  const hash = alg === 'HS384' ? 'sha384' : alg === 'HS512' ? 'sha512' : 'sha256'
  return createHmac(hash, secret).update(content).digest()
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Base64 has several spellings of the same bytes; those equal the issued token. */
function sameMeaning(one: string, other: string): boolean {
  const decode = (token: string): string =>
    JSON.stringify(
      token
        .trim()
        .split('.')
        .map((part) => Buffer.from(part, 'base64url').toString('hex')),
    )
  return decode(one) === decode(other)
}
