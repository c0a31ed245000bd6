import { promisify } from 'node:util'

import { decrypt } from 'xml-encryption'

import { parseStrictXml } from './saml-metadata.ts'

/**
 * A response in Base64 as it may be read: nothing odd in it, and its assertion in the clear, so that every check sees the
 * same text whether it came encrypted or not. Throws when it may not be read.
 */
export async function openSamlResponse(response: string, decryptionKey: string | null): Promise<string> {
  if (!/^[A-Za-z0-9+/=\s]+$/.test(response)) throw new Error('The response is not Base64')
  const xml = Buffer.from(response, 'base64').toString('utf8')
  refuseOddXml(xml)
  const [encrypted] = encryptedAssertion.exec(xml) ?? []
  if (encrypted === undefined) return response
  if (decryptionKey === null) throw new Error('The assertion is encrypted')
  const assertion = await promisify(decrypt)(encrypted, {
    key: decryptionKey,
    // RSA with PKCS#1 1.5 and triple DES, which tell their secrets to whoever may ask often enough.
    disallowDecryptionWithInsecureAlgorithm: true,
  })
  const plain = xml.replace(encryptedAssertion, () => assertion.replace(/^<\?xml[^>]*\?>\s*/, ''))
  refuseOddXml(plain)
  if (encryptedAssertion.test(plain)) throw new Error('The assertion is encrypted twice')
  return Buffer.from(plain).toString('base64')
}

const mostTags = 5000
const mostAttributes = 10_000
const encryptedAssertion = /<((?:[\w.-]+:)?EncryptedAssertion)(?:\s[^<>]*)?>.*<\/\1\s*>/s

/**
 * The tricks that have fooled readers of signed XML: a document type, processing instructions and comments that cut a
 * name in two, several assertions, and ids that two elements share, so that one is checked and another is read.
 */
function refuseOddXml(xml: string): void {
  // The parser's time grows with the square of what is nested and of the attributes of one element.
  if (xml.split('<', mostTags + 1).length > mostTags || xml.split('=', mostAttributes + 1).length > mostAttributes) {
    throw new Error('The response has more parts than any identity provider writes')
  }
  if (/<!|<\?(?!xml\s)/i.test(xml)) throw new Error('The response has parts that no identity provider writes')
  // The library that reads it next forgives what is not well formed; two readers that forgive differ.
  if (parseStrictXml(xml) === null) throw new Error('The response is not well-formed XML')
  if (/xmldsig#(rsa|dsa|hmac)-sha1|#hmac-/i.test(xml)) throw new Error('The signature is of a kind that is too weak')
  const count = (pattern: RegExp): number => [...xml.matchAll(pattern)].length
  if (count(/<(?:[\w.-]+:)?(?:Encrypted)?Assertion[\s/>]/g) !== 1)
    throw new Error('The response must hold one assertion')
  if (count(/<(?:[\w.-]+:)?Response[\s/>]/g) !== 1) throw new Error('The response must hold one response')
  const ids = [...xml.matchAll(/\sID\s*=\s*["']([^"']*)["']/gi)].map((match) => match[1])
  if (new Set(ids).size !== ids.length) throw new Error('Two elements share an id')
}
