import { generateKeyPairSync, type KeyObject } from 'node:crypto'

import {
  assertionXml,
  encryptAssertion,
  responseXml,
  type SamlIdentityProvider,
  type SamlRequest,
} from '#support/saml-identity-provider.ts'

import type { RandomChoices } from './random-choices.ts'

export interface AssertionMaterial {
  readonly idp: SamlIdentityProvider
  readonly request: SamlRequest
  /** A response about `mallory` signed by the identity provider. */
  readonly honest: string
  readonly ourPublicKey: KeyObject
}

/** A response claiming, without a valid signature, that its bearer is `admin`. */
export function forgeAssertion(
  chance: RandomChoices,
  { idp, request, honest, ourPublicKey }: AssertionMaterial,
): string {
  const { pick, once } = chance
  const [signed = ''] = assertion.exec(honest) ?? []
  const fields = idp.fieldsFor(request, { nameId: 'admin', ...(once(3) && { id: idOf(signed) }) })
  const evil = assertionXml(fields)
  const [signature = ''] = /<Signature.*<\/Signature>/s.exec(signed) ?? []
  const object = signature.replace(
    '</Signature>',
    () => `<Object>${signed.replace(signature, '')}</Object></Signature>`,
  )
  const content = pick<() => string>([
    () => evil + signed,
    () => signed + evil,
    () => evil.replace('<saml:Subject>', () => `${signed}<saml:Subject>`),
    () => evil.replace('</saml:Assertion>', () => `${signed}</saml:Assertion>`),
    () => evil.replace('</saml:Issuer>', () => `</saml:Issuer>${pick([signature, object])}`),
    () =>
      evil.replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`).replace(/ID="[^"]+"/, `ID="${idOf(signed)}"`),
    () => `<samlp:Extensions>${signed}</samlp:Extensions>${evil}`,
    () => evil.replaceAll('saml:', 'x:').replace('xmlns:saml', 'xmlns:x') + signed,
    () => signed.replaceAll('mallory', 'admin'),
    () => signed.replace('mallory<', pick(['admin<!---->', 'admin<?x?>', 'admin<![CDATA[]]>', 'adm&#105;n']) + '<'),
    () => signed.replace(signature, ''),
    () =>
      signed
        .replace(/URI="#[^"]+"/, `URI="${pick(['', '#', '#admin', "#x' or '1'='1"])}"`)
        .replaceAll('mallory', 'admin'),
    () =>
      signed.replace(/<DigestValue>.*?<\/DigestValue>/s, '<DigestValue></DigestValue>').replaceAll('mallory', 'admin'),
    () => signed.replace(/Algorithm="[^"]*rsa-sha256"/, `Algorithm="${pick(weak)}"`).replaceAll('mallory', 'admin'),
    () => idp.sign(evil, { key: stranger }),
    () => evil,
    () => responseXml(fields, signed) + evil,
  ])()
  const wrapped = responseXml(
    fields,
    once(4) ? encryptAssertion(content, ourPublicKey, pick(['oaep', 'pkcs1'])) : content,
  )
  const dressed = once(10) ? `<!DOCTYPE x [<!ENTITY who "admin">]>${wrapped.replace('mallory', '&who;')}` : wrapped
  return once(3) ? chance.spoil(dressed, '<>"&/ adminx0') : dressed
}

const assertion = /<saml:Assertion.*<\/saml:Assertion>/s
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const weak = [
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
  'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
  '',
]

function idOf(xml: string): string {
  return /\sID="([^"]+)"/.exec(xml)?.[1] ?? ''
}
