import type { Profile, SAML } from '@node-saml/node-saml'

import { isEmailAddress } from '#domain/email-address.ts'
import { isObject } from '#domain/is-object.ts'

import { openSamlResponse } from './saml-response.ts'
import type { SsoProvider } from './saml-service.ts'

/** A user as an identity provider asserts them. */
export interface SamlAssertion {
  readonly id: string
  readonly sub: string
  readonly email: string | null
  readonly identityData: Readonly<Record<string, unknown>>
  /** ISO time by which the identity provider wants the session to end; null for none. */
  readonly sessionEndsAt: string | null
}

interface Expected {
  readonly provider: SsoProvider
  readonly requestId: string
  readonly acs: string
  readonly nowMs: number
  /** Our PEM key; null where encrypted assertions are not accepted. */
  readonly decryptionKey: string | null
}

/** Reads the response to our request; throws when any check fails. */
export async function readSamlResponse(saml: SAML, response: string, expected: Expected): Promise<SamlAssertion> {
  const opened = await openSamlResponse(response, expected.decryptionKey)
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: opened })
  if (profile === null) throw new Error('The response has no profile')
  // From here on, read only what the signature covers.
  const assertion = asNode(profile.getAssertion?.()['Assertion'])
  // Two providers may share a certificate, so the signed issuer must match too.
  if (textOf(assertion['Issuer']) !== expected.provider.entityId) throw new Error('The assertion has another issuer')
  checkSubject(assertion, expected)
  const id = attribute(assertion, 'ID')
  if (id === null || typeof profile.nameID !== 'string' || profile.nameID === '')
    throw new Error('The assertion has no subject')
  return assertionOf(id, profile, assertion, expected.provider)
}

/** Checks the bearer confirmation's recipient, request and time. */
function checkSubject(assertion: Node, { requestId, acs, nowMs }: Expected): void {
  const subjects = children(assertion, 'Subject')
  const confirmations = subjects.flatMap((subject) => children(subject, 'SubjectConfirmation'))
  const isConfirmed = confirmations.some((confirmation) => {
    if (attribute(confirmation, 'Method') !== 'urn:oasis:names:tc:SAML:2.0:cm:bearer') return false
    return children(confirmation, 'SubjectConfirmationData').some((data) => {
      const until = Date.parse(attribute(data, 'NotOnOrAfter') ?? '')
      return (
        attribute(data, 'Recipient') === acs &&
        attribute(data, 'InResponseTo') === requestId &&
        until > nowMs - clockSkewMs &&
        attribute(data, 'NotBefore') === null
      )
    })
  })
  if (subjects.length !== 1 || !isConfirmed) throw new Error('The assertion is not for this request')
  const issuedAt = Date.parse(attribute(assertion, 'IssueInstant') ?? '')
  if (!(nowMs - issuedAt <= ageMsMax + clockSkewMs)) throw new Error('The assertion is too old')
  const restrictions = children(assertion, 'Conditions').flatMap((conditions) =>
    children(conditions, 'AudienceRestriction'),
  )
  if (restrictions.length === 0) throw new Error('The assertion has no audience')
}

function assertionOf(id: string, profile: Profile, assertion: Node, provider: SsoProvider): SamlAssertion {
  const attributes = isObject(profile['attributes']) ? profile['attributes'] : {}
  const email = emailOf(profile, attributes, provider)
  const isTransient = profile.nameIDFormat === 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
  const sub = isTransient ? email : profile.nameID
  if (sub === null || sub.length > 1024) throw new Error('The assertion has no persistent name id')
  const ends = children(assertion, 'AuthnStatement').flatMap((statement) => {
    const at = Date.parse(attribute(statement, 'SessionNotOnOrAfter') ?? '')
    return Number.isNaN(at) ? [] : at
  })
  return {
    id,
    sub,
    email,
    identityData: {
      ...mapAttributes(attributes, provider),
      iss: provider.entityId,
      sub,
      provider_id: sub,
      ...(email !== null && { email }),
      // An identity provider can assert any address; trust it only for its own domains.
      email_verified: email !== null && provider.domains.includes(email.slice(email.lastIndexOf('@') + 1)),
      phone_verified: false,
    },
    sessionEndsAt: ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString(),
  }
}

function emailOf(
  profile: Profile,
  attributes: Readonly<Record<string, unknown>>,
  provider: SsoProvider,
): string | null {
  const own = mappingOf(provider, 'email')
  const candidates = [
    ...own.names.map((name) => attributes[name]),
    ...emailAttributes.map((name) => attributes[name]),
    profile.nameIDFormat === 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' ? profile.nameID : null,
  ]
  const email = candidates.map(first).find((value) => value !== null && isEmailAddress(value))
  return email === undefined || email === null ? null : email.toLowerCase()
}

/** The attributes mapped by the administrator, under the configured names. */
function mapAttributes(
  attributes: Readonly<Record<string, unknown>>,
  provider: SsoProvider,
): Readonly<Record<string, unknown>> {
  const keys = isObject(provider.attributeMapping['keys']) ? provider.attributeMapping['keys'] : {}
  const entries = Object.keys(keys).flatMap((key) => {
    if (key === 'email') return []
    const { names, fallback } = mappingOf(provider, key)
    const value = names.map((name) => first(attributes[name])).find((each) => each !== null) ?? fallback
    return value === null || value === undefined ? [] : [[key, value] as const]
  })
  return entries.length === 0 ? {} : { custom_claims: Object.fromEntries(entries) }
}

function mappingOf(
  provider: SsoProvider,
  key: string,
): { readonly names: readonly string[]; readonly fallback: unknown } {
  const keys = isObject(provider.attributeMapping['keys']) ? provider.attributeMapping['keys'] : {}
  const mapping = isObject(keys[key]) ? keys[key] : {}
  const list = Array.isArray(mapping['names']) ? (mapping['names'] as readonly unknown[]) : []
  return {
    names: [mapping['name'], ...list].filter((name) => typeof name === 'string'),
    fallback: mapping['default'] ?? null,
  }
}

function first(value: unknown): string | null {
  const one: unknown = Array.isArray(value) ? (value as readonly unknown[])[0] : value
  return typeof one === 'string' && one !== '' && !one.includes('\0') ? one.slice(0, 2_000) : null
}

type Node = Readonly<Record<string, unknown>>

function asNode(value: unknown): Node {
  const one: unknown = Array.isArray(value) ? (value as readonly unknown[])[0] : value
  return isObject(one) ? one : {}
}

function children(node: Node, name: string): readonly Node[] {
  const value = node[name]
  return (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(isObject)
}

function textOf(value: unknown): string | null {
  const one: unknown = Array.isArray(value) ? (value as readonly unknown[])[0] : value
  const text = isObject(one) ? one['_'] : one
  return typeof text === 'string' ? text.trim() : null
}

function attribute(node: Node, name: string): string | null {
  const attributes = isObject(node['$']) ? node['$'] : {}
  const value = attributes[name]
  return typeof value === 'string' ? value : null
}

const clockSkewMs = 30_000
const ageMsMax = 10 * 60_000

const emailAttributes = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'email',
  'mail',
  'Email',
]
