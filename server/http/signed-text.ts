import { createHmac, timingSafeEqual } from 'node:crypto'

/** Texts that visitors send back, accepted only if we signed them. */
export interface SignedTexts {
  readonly sign: (text: string) => string
  /** Null if not signed here for this purpose. */
  readonly read: (signed: string) => string | null
}

/** `purpose` keeps a signature for one use from being valid for another. */
export function createSignedTexts(serverSecret: string, purpose: string): SignedTexts {
  const key = createHmac('sha256', serverSecret).update(`understudy ${purpose}`).digest()
  const signatureOf = (content: string) =>
    createHmac('sha256', key).update(content).digest().subarray(0, 18).toString('base64url')
  return {
    sign: (text) => {
      const content = Buffer.from(text).toString('base64url')
      return `${content}.${signatureOf(content)}`
    },
    read: (signed) => {
      const [content = '', signature = '', more] = signed.split('.')
      // Compared as text: decoding would ignore stray characters, so that one link had many spellings.
      const given = Buffer.from(signature)
      const expected = Buffer.from(signatureOf(content))
      if (more !== undefined || given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return Buffer.from(content, 'base64url').toString()
    },
  }
}
