import {
  constants,
  createCipheriv,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
  randomUUID,
  type KeyObject,
} from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

import { SignedXml } from 'xml-crypto'

import { selfSignedCertificate, type Validity } from '#backend/auth/saml/self-signed-certificate.ts'

/** An assertion's content; every part can be wrong. */
export interface AssertionFields {
  readonly id: string
  readonly nameId: string
  readonly nameIdFormat: string
  readonly email: string | null
  readonly issuer: string
  readonly audience: string | null
  readonly recipient: string
  readonly inResponseTo: string
  readonly notBeforeMs: number
  readonly notOnOrAfterMs: number
  readonly sessionEndsAtMs: number | null
  readonly department: string
}

export interface SamlRequest {
  readonly id: string
  readonly acs: string
  readonly issuer: string
  readonly relayState: string
  readonly isSigned: boolean
}

export interface SamlIdentityProvider {
  readonly entityId: string
  readonly metadata: string
  readonly readRequest: (url: string) => SamlRequest
  readonly fieldsFor: (request: SamlRequest, changes?: Partial<AssertionFields>) => AssertionFields
  /** The signed assertion; `SignatureOptions` allow bad signatures. */
  readonly sign: (assertion: string, options?: SignatureOptions) => string
}

export interface SignatureOptions {
  readonly key?: KeyObject
  readonly algorithm?: string
}

/** A small identity provider that signs anything; people are sent to `signInAddress`. */
export function createSamlIdentityProvider(
  entityId = `https://idp.example/${randomUUID()}`,
  validity?: Validity,
  signInAddress = 'https://idp.example/sso',
): SamlIdentityProvider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificate = selfSignedCertificate(privateKey, 'idp.example', validity)
  return {
    entityId,
    metadata: `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${certificate}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInAddress}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`,
    readRequest: (url) => {
      const query = new URL(url).searchParams
      const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString('utf8')
      const part = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? ''
      return {
        id: part(/\sID="([^"]+)"/),
        acs: part(/AssertionConsumerServiceURL="([^"]+)"/),
        issuer: part(/<saml:Issuer[^>]*>([^<]+)</),
        relayState: query.get('RelayState') ?? '',
        isSigned: query.has('Signature'),
      }
    },
    fieldsFor: (request, changes = {}) => {
      const nameId = changes.nameId ?? randomUUID()
      return {
        id: `_${randomUUID()}`,
        nameId,
        nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        email: `${nameId}@company.example`,
        issuer: entityId,
        audience: request.issuer,
        recipient: request.acs,
        inResponseTo: request.id,
        notBeforeMs: Date.now() - 60_000,
        notOnOrAfterMs: Date.now() + 300_000,
        sessionEndsAtMs: null,
        department: 'Engineering',
        ...changes,
      }
    },
    sign: (assertion, options = {}) =>
      signAssertion(assertion, options.key ?? privateKey, options.algorithm ?? rsaSha256),
  }
}

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

export function assertionXml(fields: AssertionFields): string {
  const time = (ms: number): string => new Date(ms).toISOString()
  const audience =
    fields.audience === null
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${fields.audience}</saml:Audience></saml:AudienceRestriction>`
  const sessionEnd = fields.sessionEndsAtMs === null ? '' : ` SessionNotOnOrAfter="${time(fields.sessionEndsAtMs)}"`
  const attributes = Object.entries({ mail: fields.email, department: fields.department }).flatMap(([name, value]) =>
    value === null
      ? []
      : `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  )
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${fields.id}" Version="2.0" IssueInstant="${time(fields.notBeforeMs)}"><saml:Issuer>${fields.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${fields.nameIdFormat}">${fields.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${fields.inResponseTo}" Recipient="${fields.recipient}" NotOnOrAfter="${time(fields.notOnOrAfterMs)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${time(fields.notBeforeMs)}" NotOnOrAfter="${time(fields.notOnOrAfterMs)}">${audience}</saml:Conditions><saml:AuthnStatement AuthnInstant="${time(fields.notBeforeMs)}" SessionIndex="one"${sessionEnd}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`
}

/** The response around an assertion, or around anything else. */
export function responseXml(
  fields: Pick<AssertionFields, 'issuer' | 'inResponseTo' | 'recipient'>,
  content: string,
): string {
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${fields.recipient}" InResponseTo="${fields.inResponseTo}"><saml:Issuer>${fields.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${content}</samlp:Response>`
}

function signAssertion(assertion: string, privateKey: KeyObject, algorithm: string): string {
  const signature = new SignedXml({
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  const digest = algorithm.endsWith('sha1')
    ? 'http://www.w3.org/2000/09/xmldsig#sha1'
    : 'http://www.w3.org/2001/04/xmlenc#sha256'
  signature.addReference({
    xpath: "//*[local-name(.)='Assertion']",
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    digestAlgorithm: digest,
  })
  signature.computeSignature(assertion, {
    location: { reference: "//*[local-name(.)='Issuer']", action: 'after' },
  })
  return signature.getSignedXml()
}

/** The assertion, encrypted for the owner of the private key; `transport` is how its key is encrypted. */
export function encryptAssertion(
  assertion: string,
  publicKey: KeyObject,
  transport: 'oaep' | 'pkcs1' = 'oaep',
): string {
  const key = randomBytes(32)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const content = Buffer.concat([nonce, cipher.update(assertion, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const [algorithm, padding] =
    transport === 'oaep'
      ? ['rsa-oaep-mgf1p', constants.RSA_PKCS1_OAEP_PADDING]
      : ['rsa-1_5', constants.RSA_PKCS1_PADDING]
  const wrapped = publicEncrypt({ key: publicKey, padding }, key)
  const value = (bytes: Buffer): string =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element"><xenc:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#${algorithm}"/>${value(wrapped)}</xenc:EncryptedKey></ds:KeyInfo>${value(content)}</xenc:EncryptedData></saml:EncryptedAssertion>`
}
