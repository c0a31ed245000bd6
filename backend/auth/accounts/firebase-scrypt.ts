import { createCipheriv, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

/** A Firebase hash as Supabase Auth stores it: `$fbscrypt$v=1,n=14,r=8,p=1,ss=…,sk=…$salt$hash`. */
interface FirebaseHash {
  readonly options: ScryptOptions
  readonly saltSeparator: Buffer
  readonly signerKey: Buffer
  readonly salt: Buffer
  readonly hash: Buffer
}

/** Whether verifyFirebase can read the hash within the allowed memory. */
export function isFirebaseHash(text: string): boolean {
  return parse(text) !== null
}

/** Firebase's hash is the signer key encrypted with the key that scrypt derives from the password. */
export async function verifyFirebase(password: string, text: string): Promise<boolean> {
  const parts = parse(text)
  if (parts === null) return false
  const { options, salt, saltSeparator, signerKey, hash } = parts
  const key = await derive(password, Buffer.concat([salt, saltSeparator]), 32, options)
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  const made = Buffer.concat([cipher.update(signerKey), cipher.final()])
  return made.length === hash.length && timingSafeEqual(made, hash)
}

/** Four times Firebase's default. */
const bytesMax = 64 * 1024 * 1024

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

function parse(text: string): FirebaseHash | null {
  const parts =
    /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})(?:,ss=([\w+/]+={0,2}))?(?:,sk=([\w+/]+={0,2}))?\$([\w+/]+={0,2})\$([\w+/]+={0,2})$/.exec(
      text,
    )
  if (parts === null) return null
  const [cost = 0, r = 0, p = 0] = parts.slice(1, 4).map(Number)
  const [saltSeparator, signerKey, salt, hash] = parts.slice(4).map((part) => Buffer.from(part ?? '', 'base64'))
  if (cost < 1 || r < 1 || p < 1 || p > 4 || 128 * 2 ** cost * r > bytesMax) return null
  if (!saltSeparator || !signerKey?.length || !salt?.length || !hash?.length) return null
  const N = 2 ** cost
  return { options: { N, r, p, maxmem: 256 * N * r * p }, saltSeparator, signerKey, salt, hash }
}
