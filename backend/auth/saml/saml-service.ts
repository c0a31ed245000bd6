import { randomUUID, type KeyObject } from 'node:crypto'

import type { SAML } from '@node-saml/node-saml'

import type { Services } from '#backend/services.ts'
import { issuerOf } from '#backend/auth/auth-urls.ts'
import { isObject } from '#domain/is-object.ts'

import type { SamlConfig } from './saml-config.ts'
import { isValidAt, parseSamlMetadata } from './saml-metadata.ts'
import { samlDisabled } from './saml-refusals.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'

/** A provider as returned by auth.sso_provider_json. */
export interface SsoProvider {
  readonly id: string
  readonly entityId: string
  readonly metadataXml: string
  readonly attributeMapping: Readonly<Record<string, unknown>>
  readonly nameIdFormat: string | null
  /** Domains it vouches for, in lower case. */
  readonly domains: readonly string[]
}

export interface SamlAddresses {
  /** Our entity id, the URL of our metadata. */
  readonly entityId: string
  readonly acs: string
}

/** The SAML settings; throws when single sign-on is off. */
export function samlConfigOf(services: Services): SamlConfig {
  const { saml } = services.config.identity
  if (saml === null) throw samlDisabled()
  return saml
}

export function samlAddressesOf(services: Services): SamlAddresses {
  const base = samlConfigOf(services).externalUrl ?? issuerOf(services)
  return { entityId: `${base}/sso/saml/metadata`, acs: `${base}/sso/saml/acs` }
}

export function readSsoProvider(value: unknown): SsoProvider {
  const provider = isObject(value) ? value : {}
  const saml = isObject(provider['saml']) ? provider['saml'] : {}
  return {
    id: String(provider['id']),
    entityId: String(saml['entity_id']),
    metadataXml: String(saml['metadata_xml']),
    attributeMapping: isObject(saml['attribute_mapping']) ? saml['attribute_mapping'] : {},
    nameIdFormat: typeof saml['name_id_format'] === 'string' ? saml['name_id_format'] : null,
    domains: Array.isArray(provider['domains'])
      ? (provider['domains'] as readonly unknown[]).filter(isObject).map((each) => String(each['domain']).toLowerCase())
      : [],
  }
}

export function newRequestId(): string {
  return `_${randomUUID()}`
}

/**
 * Our side of one sign-in. Accepts only a response to this request that is addressed to us and signed with a currently
 * valid certificate of the provider.
 */
export async function createSaml(
  services: Services,
  provider: SsoProvider,
  requestId: string,
  purpose: 'ask' | 'answer',
): Promise<SAML> {
  const config = samlConfigOf(services)
  const addresses = samlAddressesOf(services)
  const metadata = parseSamlMetadata(provider.metadataXml)
  if (typeof metadata === 'string') throw new Error(`The metadata of ${provider.entityId} can not be used: ${metadata}`)
  const valid = metadata.certificates.filter((pem) => isValidAt(pem, services.now()))
  if (purpose === 'answer' && valid.length === 0) {
    throw new Error(`No certificate of ${provider.entityId} is valid now; its metadata must be imported again`)
  }
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  return new SAML({
    issuer: addresses.entityId,
    audience: addresses.entityId,
    callbackUrl: addresses.acs,
    entryPoint: metadata.entryPoint,
    idpIssuer: metadata.entityId,
    idpCert: purpose === 'answer' ? valid : [...metadata.certificates],
    privateKey: toPem(config.privateKey),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: provider.nameIdFormat,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: 30_000,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: 3_600_000,
    generateUniqueId: () => requestId,
    // The request is stored in the database by relay state; the library only checks its id.
    cacheProvider: {
      saveAsync: (_, value) => Promise.resolve({ value, createdAt: Date.now() }),
      getAsync: (key) => Promise.resolve(key === requestId ? new Date().toISOString() : null),
      removeAsync: (key) => Promise.resolve(key),
    },
  })
}

/** Our metadata, which identity providers import. */
export async function serviceMetadata(services: Services): Promise<string> {
  const config = samlConfigOf(services)
  const { entityId, acs } = samlAddressesOf(services)
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  const certificate = selfSignedCertificate(config.privateKey, new URL(entityId).hostname)
  const privateKey = toPem(config.privateKey)
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acs,
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    wantAssertionsSigned: true,
    publicCerts: certificate,
    privateKey,
    generateUniqueId: newRequestId,
    ...(config.mayBeEncrypted && { decryptionPvk: privateKey, decryptionCert: certificate }),
  })
}

/** Our key for encrypted assertions; null when they are not accepted. */
export function decryptionKeyOf(services: Services): string | null {
  const { mayBeEncrypted, privateKey } = samlConfigOf(services)
  return mayBeEncrypted ? toPem(privateKey) : null
}

function toPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
