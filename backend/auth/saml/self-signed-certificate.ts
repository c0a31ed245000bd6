import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto'

/** Dates like 20260101. */
export interface Validity {
  readonly from: string
  readonly until: string
}

/**
 * A self-signed certificate for an RSA key, in Base64 without the PEM header. Identity providers check our requests
 * with it. Deterministic per key, so the metadata stays the same.
 */
export function selfSignedCertificate(
  privateKey: KeyObject,
  name: string,
  { from, until }: Validity = { from: '20260101', until: '20560101' },
): string {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const algorithm = sequence(sha256WithRsa, Buffer.from([0x05, 0x00]))
  const issuer = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name, 'utf8').subarray(0, 64)))))
  const serial = createHash('sha256').update(publicKey).digest().subarray(0, 16)
  // Serial numbers must be positive.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    issuer,
    sequence(der(0x18, Buffer.from(`${from}000000Z`)), der(0x18, Buffer.from(`${until}000000Z`))),
    issuer,
    publicKey,
  )
  const signature = sign('sha256', content, privateKey)
  return sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature]))).toString('base64')
}

const sha256WithRsa = Buffer.from('06092a864886f70d01010b', 'hex')
const commonName = Buffer.from('0603550403', 'hex')

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

/** Encodes tag, length and content in DER. */
function der(tag: number, content: Uint8Array): Buffer {
  const size = content.length
  const bytes = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}
