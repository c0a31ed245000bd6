import type { Context } from 'hono'

import { createOutboundFetch, OutboundError, type OutboundFetch } from '#backend/http/outbound-fetch.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { validationFailed } from '#backend/auth/auth-errors.ts'
import { readJsonObject, textField } from '#backend/auth/auth-request.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import { isValidAt, parseSamlMetadata, type SamlMetadata } from '#backend/auth/saml/saml-metadata.ts'
import { samlConfigOf } from '#backend/auth/saml/saml-service.ts'
import { isObject } from '#domain/is-object.ts'
import { uuid } from '#domain/uuid.ts'

import {
  samlEntityIdMismatch,
  samlMetadataUnreachable,
  samlProviderExists,
  ssoDomainExists,
  ssoProviderNotFound,
} from './admin-refusals.ts'

/** GET /admin/sso/providers. */
export function listSsoProviders(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    samlConfigOf(services)
    const [result] = await services.database.transaction('system', [
      { text: 'select auth.sso_provider_json(id) as provider from auth.sso_providers order by created_at, id' },
    ])
    return context.json({ items: result?.rows.map((row) => row['provider']) ?? [] })
  }
}

/** POST /admin/sso/providers, and PUT /admin/sso/providers/{id}. */
export function saveSsoProvider(services: Services, kind: 'create' | 'update') {
  const callFlow = createCallFlow(services)
  const fetchMetadata = createOutboundFetch({
    mayCallPrivateAddresses: services.config.identity.mayCallPrivateAddresses,
  })
  return async (context: Context<AppEnv>): Promise<Response> => {
    samlConfigOf(services)
    const id = kind === 'create' ? null : providerIdOf(context)
    const body = await readJsonObject(context.req.raw)
    if (kind === 'create' && textField(body, 'type') !== 'saml') {
      throw validationFailed('Only SAML 2.0 is supported as SSO provider type')
    }
    const metadataUrl = textField(body, 'metadata_url')
    const metadataXml = await metadataOf(textField(body, 'metadata_xml'), metadataUrl, fetchMetadata)
    if (metadataXml === null && kind === 'create')
      throw validationFailed('Either metadata_xml or metadata_url must be set')
    const metadata = metadataXml === null ? null : parseMetadata(metadataXml, services.now())
    const mapping = body['attribute_mapping'] ?? null
    if (mapping !== null && !isObject(mapping)) throw validationFailed('attribute_mapping must be an object')
    const answer = await callFlow(context, 'save_sso_provider', {
      id,
      entity_id: metadata?.entityId ?? null,
      metadata_xml: metadataXml,
      metadata_url: metadataUrl || null,
      attribute_mapping: mapping,
      domains: domainsOf(body),
      resource_id: textField(body, 'resource_id') || null,
      name_id_format: textField(body, 'name_id_format') || null,
      disabled: typeof body['disabled'] === 'boolean' ? body['disabled'] : null,
    })
    switch (answer.outcome) {
      case 'ok':
        return context.json(answer['provider'], kind === 'create' ? 201 : 200)
      case 'saml_idp_already_exists':
        throw samlProviderExists()
      case 'saml_entity_id_mismatch':
        throw samlEntityIdMismatch()
      case 'sso_domain_already_exists':
        throw ssoDomainExists(String(answer['domain']))
      default:
        throw ssoProviderNotFound()
    }
  }
}

/** GET /admin/sso/providers/{id}. */
export function readSsoProviderRow(services: Services) {
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    samlConfigOf(services)
    const answer = await callFlow(context, 'find_sso_provider', {
      provider_id: providerIdOf(context),
      with_disabled: true,
    })
    if (answer.outcome !== 'ok') throw ssoProviderNotFound()
    return context.json(answer['provider'])
  }
}

/** DELETE /admin/sso/providers/{id}: its users can't sign in any more; their accounts stay. */
export function deleteSsoProvider(services: Services) {
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    samlConfigOf(services)
    const id = providerIdOf(context)
    const answer = await callFlow(context, 'find_sso_provider', { provider_id: id, with_disabled: true })
    if (answer.outcome !== 'ok') throw ssoProviderNotFound()
    await services.database.transaction('system', [
      { text: 'delete from auth.sso_providers where id = $1::uuid', values: [id] },
    ])
    return context.json(answer['provider'])
  }
}

async function metadataOf(xml: string, url: string, fetchMetadata: OutboundFetch): Promise<string | null> {
  if (xml !== '' && url !== '') throw validationFailed('Only one of metadata_xml or metadata_url needs to be set')
  if (xml !== '') return xml
  if (url === '') return null
  try {
    const answer = await fetchMetadata(url, {
      redirect: 'follow',
      headers: { accept: 'application/samlmetadata+xml, application/xml' },
    })
    if (!answer.ok) throw new OutboundError(`The address answered ${answer.status}`)
    return await answer.text()
  } catch (error) {
    // The cause stays private: it would reveal which internal addresses respond.
    if (!(error instanceof OutboundError)) throw error
    throw samlMetadataUnreachable()
  }
}

function parseMetadata(xml: string, nowMs: number): SamlMetadata {
  const metadata = parseSamlMetadata(xml)
  if (typeof metadata === 'string') throw validationFailed(`SAML Metadata can not be used: ${metadata}`)
  if (!metadata.certificates.some((pem) => isValidAt(pem, nowMs))) {
    throw validationFailed('None of the certificates in the metadata is valid now')
  }
  return metadata
}

function domainsOf(body: Readonly<Record<string, unknown>>): readonly string[] | null {
  const domains = body['domains'] ?? null
  if (domains === null) return null
  if (!Array.isArray(domains)) throw validationFailed('domains must be a list')
  return (domains as readonly unknown[]).map((domain) => {
    if (typeof domain !== 'string' || !/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i.test(domain)) {
      throw validationFailed(`"${String(domain).slice(0, 100)}" is not a domain`)
    }
    return domain
  })
}

function providerIdOf(context: Context<AppEnv>): string {
  const id = context.req.param('id') ?? ''
  if (!uuid.test(id)) throw ssoProviderNotFound()
  return id
}
