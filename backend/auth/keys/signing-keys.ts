import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'

import { jwtVerify, SignJWT, type JWTPayload, type JWTVerifyOptions } from 'jose'

import { parseJsonOrUndefined } from '../../http/parse-bounded-json.ts'

export interface SigningKeys {
  readonly sign: (claims: JWTPayload) => Promise<string>
  /** Rejects with a jose error unless one of our keys signed the token, whatever its header says. */
  readonly verify: (
    token: string,
    options: Pick<JWTVerifyOptions, 'currentDate' | 'clockTolerance'>,
  ) => Promise<JWTPayload>
  readonly publicKeys: readonly JsonWebKey[]
}

/** A validated key from GOTRUE_JWT_KEYS. */
export interface ConfiguredKey {
  readonly kid: string
  readonly alg: (typeof algorithms)[number]
  readonly isSigning: boolean
  readonly jwk: JsonWebKey
}

const algorithms = ['HS256', 'RS256', 'ES256'] as const

/** Parses GOTRUE_JWT_KEYS, a JSON list of JWKs; a string is the error. */
export function parseJwtKeys(text: string): readonly ConfiguredKey[] | string {
  const parsed = parseJsonOrUndefined(text)
  if (!Array.isArray(parsed) || parsed.length === 0) return 'GOTRUE_JWT_KEYS must be a JSON list of JWKs.'
  const keys: ConfiguredKey[] = []
  for (const each of parsed as readonly unknown[]) {
    const key = parseKey(each)
    if (typeof key === 'string') return key
    if (keys.some(({ kid }) => kid === key.kid)) return `GOTRUE_JWT_KEYS contains two keys with the kid "${key.kid}".`
    keys.push(key)
  }
  const signing = keys.filter((key) => key.isSigning).length
  if (signing !== 1) {
    return `GOTRUE_JWT_KEYS must contain exactly one key with "sign" in its key_ops, but contains ${signing}.`
  }
  return keys
}

/**
 * Selects keys by kid; a token without a known kid must be HS256 with the secret. The key determines the algorithm,
 * never the token, so a public key can't serve as an HMAC secret.
 */
export function createSigningKeys(configured: readonly ConfiguredKey[], jwtSecret: string): SigningKeys {
  const secret = new TextEncoder().encode(jwtSecret)
  const byId = new Map(configured.map((key) => [key.kid, { alg: key.alg, key: verificationKey(key) }]))
  const signer = configured.find((key) => key.isSigning)
  const signingKey = signer === undefined ? secret : privateKey(signer)
  const header = { alg: signer?.alg ?? 'HS256', typ: 'JWT', ...(signer !== undefined && { kid: signer.kid }) }
  const accepted = [...new Set(['HS256', ...configured.map(({ alg }) => alg)])]

  return {
    sign: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(signingKey),
    verify: async (token, options) => {
      const { payload } = await jwtVerify(
        token,
        ({ alg, kid }) => {
          const known = typeof kid === 'string' ? byId.get(kid) : undefined
          if (known !== undefined && known.alg === alg) return known.key
          if (known === undefined && alg === 'HS256') return secret
          throw new TypeError('No key for this token')
        },
        { ...options, algorithms: accepted },
      )
      return payload
    },
    publicKeys: configured.flatMap((key) => (key.alg === 'HS256' ? [] : [publicJwk(key)])),
  }
}

function parseKey(value: unknown): ConfiguredKey | string {
  const jwk = value as Readonly<Record<string, unknown>> | null
  if (typeof jwk !== 'object' || jwk === null) return 'GOTRUE_JWT_KEYS must be a JSON list of JWKs.'
  const { kid, alg, use } = jwk
  if (typeof kid !== 'string' || kid === '') return 'Every key of GOTRUE_JWT_KEYS needs a kid.'
  const algorithm = algorithms.find((each) => each === alg)
  if (algorithm === undefined) {
    return `The key "${kid}" of GOTRUE_JWT_KEYS must have one of the algs ${algorithms.join(', ')}.`
  }
  if (use !== undefined && use !== 'sig') return `The key "${kid}" of GOTRUE_JWT_KEYS is not meant for signatures.`
  const operations = Array.isArray(jwk['key_ops']) ? (jwk['key_ops'] as readonly unknown[]) : []
  const isSigning = operations.includes('sign')
  if (!isSigning && operations.length > 0 && !operations.includes('verify')) {
    return `The key "${kid}" of GOTRUE_JWT_KEYS has neither "sign" nor "verify" in its key_ops.`
  }
  const key: ConfiguredKey = { kid, alg: algorithm, isSigning, jwk: { ...(jwk as JsonWebKey) } }
  return checkMaterial(key) ?? key
}

/** Why the key can't serve its purpose; null when it can. */
function checkMaterial(key: ConfiguredKey): string | null {
  const { kid, alg, jwk } = key
  try {
    if (alg === 'HS256') {
      const isLongEnough = jwk.kty === 'oct' && Buffer.from(jwk.k ?? '', 'base64url').length >= 32
      return isLongEnough ? null : `The key "${kid}" of GOTRUE_JWT_KEYS must hold 32 bytes or more.`
    }
    const { asymmetricKeyType, asymmetricKeyDetails } = key.isSigning
      ? createPrivateKey({ key: jwk, format: 'jwk' })
      : createPublicKey({ key: jwk, format: 'jwk' })
    const fits =
      alg === 'RS256'
        ? asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
        : asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1'
    return fits ? null : `The key "${kid}" of GOTRUE_JWT_KEYS does not fit its alg ${alg}.`
  } catch {
    return `The key "${kid}" of GOTRUE_JWT_KEYS can not be read${key.isSigning ? ' as a private key' : ''}.`
  }
}

function privateKey({ alg, jwk }: ConfiguredKey): KeyObject | Uint8Array {
  return alg === 'HS256' ? Buffer.from(jwk.k ?? '', 'base64url') : createPrivateKey({ key: jwk, format: 'jwk' })
}

function verificationKey({ alg, jwk }: ConfiguredKey): KeyObject | Uint8Array {
  return alg === 'HS256' ? Buffer.from(jwk.k ?? '', 'base64url') : createPublicKey({ key: jwk, format: 'jwk' })
}

function publicJwk(key: ConfiguredKey): JsonWebKey {
  const { kty, n, e, crv, x, y } = createPublicKey({ key: key.jwk, format: 'jwk' }).export({ format: 'jwk' })
  const numbers = kty === 'RSA' ? { n, e } : { crv, x, y }
  return { kty, kid: key.kid, use: 'sig', alg: key.alg, key_ops: ['verify'], ...numbers } as JsonWebKey
}
