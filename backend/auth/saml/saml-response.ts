import { promisify } from 'node:util'

import { decrypt } from 'xml-encryption'

import { parseStrictXml } from './saml-metadata.ts'

/** Decodes and decrypts a Base64 response, so that every check sees the same text. Throws on anything suspicious. */
export async function openSamlResponse(response: string, decryptionKey: string | null): Promise<string> {
  if (!/^[A-Za-z0-9+/=\s]+$/.test(response)) throw new Error('The response is not Base64')
  const xml = Buffer.from(response, 'base64').toString('utf8')
  refuseSuspiciousXml(xml)
  const [encrypted] = encryptedAssertion.exec(xml) ?? []
  if (encrypted === undefined) return response
  if (decryptionKey === null) throw new Error('The assertion is encrypted')
  const assertion = await promisify(decrypt)(encrypted, {
    key: decryptionKey,
    // PKCS#1 v1.5 and triple DES leak plaintext to repeated queries.
    disallowDecryptionWithInsecureAlgorithm: true,
  })
  const plain = xml.replace(encryptedAssertion, () => assertion.replace(/^<\?xml[^>]*\?>\s*/, ''))
  refuseSuspiciousXml(plain)
  if (encryptedAssertion.test(plain)) throw new Error('The assertion is encrypted twice')
  return Buffer.from(plain).toString('base64')
}

const maxTags = 5000
const maxAttributes = 10_000
const encryptedAssertion = /<((?:[\w.-]+:)?EncryptedAssertion)(?:\s[^<>]*)?>.*<\/\1\s*>/s

/**
 * Known attacks on signed XML: document types, processing instructions, comments that split a name, multiple
 * assertions, and duplicate ids that get one element checked and another read.
 */
function refuseSuspiciousXml(xml: string): void {
  // The parser is quadratic in nesting depth and in attributes per element.
  if (xml.split('<', maxTags + 1).length > maxTags || xml.split('=', maxAttributes + 1).length > maxAttributes) {
    throw new Error('The response has too many elements or attributes')
  }
  if (/<!|<\?(?!xml\s)/i.test(xml)) throw new Error('The response contains forbidden markup')
  // The SAML library's parser is lenient; two parsers that disagree can be fooled.
  if (parseStrictXml(xml) === null) throw new Error('The response is not well-formed XML')
  if (/xmldsig#(rsa|dsa|hmac)-sha1|#hmac-/i.test(xml)) throw new Error('The signature algorithm is too weak')
  const count = (pattern: RegExp): number => [...xml.matchAll(pattern)].length
  if (count(/<(?:[\w.-]+:)?(?:Encrypted)?Assertion[\s/>]/g) !== 1)
    throw new Error('The response must contain one assertion')
  if (count(/<(?:[\w.-]+:)?Response[\s/>]/g) !== 1) throw new Error('The response must contain one response')
  const ids = [...xml.matchAll(/\sID\s*=\s*["']([^"']*)["']/gi)].map((match) => match[1])
  if (new Set(ids).size !== ids.length) throw new Error('Two elements share an id')
}
