import { X509Certificate } from 'node:crypto'

import { DOMParser } from '@xmldom/xmldom'

/** The parts of an identity provider's metadata we use. */
export interface SamlMetadata {
  readonly entityId: string
  /** The sign-in URL. */
  readonly entryPoint: string
  /** PEM certificates that may sign its assertions. */
  readonly certificates: readonly string[]
}

/** Parses an identity provider's metadata; a string is the error. */
export function parseSamlMetadata(xml: string): SamlMetadata | string {
  const document = parseStrictXml(xml)
  if (document === null) return 'metadata is not well-formed XML'
  const descriptors = elements(document, metadataNamespace, 'EntityDescriptor')
  const [descriptor] = descriptors
  if (descriptor === undefined || descriptors.length > 1) return 'metadata must contain one EntityDescriptor'
  const entityId = descriptor.getAttribute('entityID') ?? ''
  if (entityId === '' || entityId.length > 1024) return 'metadata must name an entityID'
  const [idp] = elements(descriptor, metadataNamespace, 'IDPSSODescriptor')
  if (idp === undefined) return 'metadata must contain an IDPSSODescriptor'
  const entryPoint = elements(idp, metadataNamespace, 'SingleSignOnService')
    .find((service) => service.getAttribute('Binding') === 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect')
    ?.getAttribute('Location')
  if (entryPoint === undefined || entryPoint === null || !URL.canParse(entryPoint) || !/^https?:/.test(entryPoint)) {
    return 'metadata must contain a SingleSignOnService with the HTTP-Redirect binding'
  }
  const certificates = elements(idp, metadataNamespace, 'KeyDescriptor')
    .filter((key) => (key.getAttribute('use') || 'signing') === 'signing')
    .flatMap((key) => elements(key, signatureNamespace, 'X509Certificate'))
    .flatMap((certificate) => toPem(certificate.textContent ?? '') ?? [])
  if (certificates.length === 0) return 'metadata must contain a certificate for signing'
  return { entityId, entryPoint, certificates: [...new Set(certificates)] }
}

/** Whether a PEM certificate is valid at this time. */
export function isValidAt(pem: string, nowMs: number): boolean {
  const certificate = new X509Certificate(pem)
  return certificate.validFromDate.getTime() <= nowMs && nowMs < certificate.validToDate.getTime()
}

/** Parses well-formed XML; null otherwise. Document types are refused: they can read files and expand without end. */
export function parseStrictXml(xml: string): Document | null {
  if (xml.length > 1024 * 1024 || /<!DOCTYPE|<!ENTITY/i.test(xml)) return null
  let isBroken = false
  const note = (): void => {
    isBroken = true
  }
  const parser = new DOMParser({ errorHandler: { warning: note, error: note, fatalError: note } })
  try {
    const document = parser.parseFromString(xml, 'text/xml')
    return isBroken || document?.documentElement === undefined ? null : document
  } catch {
    return null
  }
}

function elements(within: Document | Element, namespace: string, name: string): readonly Element[] {
  return Array.from(within.getElementsByTagNameNS(namespace, name))
}

function toPem(text: string): string | null {
  try {
    const certificate = new X509Certificate(Buffer.from(text.replace(/\s/g, ''), 'base64'))
    return certificate.publicKey.asymmetricKeyType === 'rsa' || certificate.publicKey.asymmetricKeyType === 'ec'
      ? certificate.toString()
      : null
  } catch {
    return null
  }
}

const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata'
const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'
