import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pino from 'pino'

import type { Database } from '#backend/database/database.ts'
import { openDelivery } from '#backend/open-delivery.ts'
import { openFsFileStore } from '#backend/storage/fs-file-store.ts'
import { loadConfig } from '#server/settings/config.ts'
import { createServerApp } from '#support/server-app.ts'
import {
  assertionXml,
  createSamlIdentityProvider,
  responseXml,
  type SamlRequest,
} from '#support/saml-identity-provider.ts'

import { randomChoices, type RandomChoices } from './random-choices.ts'
import { forgeAssertion } from './forge-assertion.ts'
import { allowedPattern, forgeRedirect, isAllowedPlace, site } from './forge-redirect.ts'
import { forgeToken } from './forge-token.ts'

export const forgeryKinds = ['token', 'redirect', 'link', 'assertion'] as const
export type ForgeryKind = (typeof forgeryKinds)[number]

export interface AuthProof {
  /** Tries one forgery; `failure` is null when it was refused correctly, `isSkipped` when it wasn't a forgery. */
  readonly judge: (seed: number, index: number) => Promise<Verdict>
  /** Genuine input and the statuses it gets: otherwise refusing everything would pass the proof. */
  readonly tryGenuine: () => Promise<Readonly<Record<ForgeryKind, number>>>
  readonly close: () => Promise<void>
}

export interface Verdict {
  readonly kind: ForgeryKind
  readonly status: number
  readonly failure: string | null
  readonly isSkipped?: boolean
}

/** A server with every kind of key, single sign-on and outstanding links, and everything a forger can obtain. */
export async function openAuthProof(database: Database): Promise<AuthProof> {
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-forgeries-'))
  const current = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const former = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const saml = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = (key: typeof current, kid: string, alg: string, operations: readonly string[]) => ({
    ...key.privateKey.export({ format: 'jwk' }),
    kid,
    alg,
    key_ops: operations,
  })
  const config = loadConfig({
    PUBLIC_URL: site,
    DATA_DIR: dataDir,
    AUTH_RATE_LIMITS: 'off',
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_URI_ALLOW_LIST: allowedPattern,
    GOTRUE_JWT_KEYS: JSON.stringify([
      jwk(current, 'current', 'ES256', ['sign', 'verify']),
      jwk(former, 'former', 'RS256', ['verify']),
    ]),
    GOTRUE_SAML_ENABLED: 'true',
    GOTRUE_SAML_PRIVATE_KEY: saml.privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
    GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true',
    GOTRUE_SAML_RELAY_STATE_VALIDITY_PERIOD: '1h',
  })
  const base = { config, database, log: pino({ level: 'silent' }), now: () => Date.now() }
  const delivery = openDelivery(base)
  const { app } = createServerApp({ ...base, delivery, files: await openFsFileStore(join(dataDir, 'files')) }).backend
  const connect = (key: string): SupabaseClient =>
    createClient(site, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: async (input, init) => app.fetch(new Request(input, init)) },
    })
  const operator = connect(config.serviceRoleKey)
  const idp = createSamlIdentityProvider()
  const issued = await issueToken()
  const links = await Promise.all(Array.from({ length: 8 }, makeLink))
  await app.request('/auth/v1/admin/sso/providers', {
    method: 'POST',
    headers: { authorization: `Bearer ${config.serviceRoleKey}` },
    body: JSON.stringify({ type: 'saml', metadata_xml: idp.metadata, domains: ['company.example'] }),
  })
  let asked: { readonly request: SamlRequest; readonly honest: string } | null = null
  let answersLeft = 0

  async function issueToken(): Promise<string> {
    const email = `${randomUUID()}@example.com`
    const password = 'correct horse'
    await operator.auth.admin.createUser({ email, password, email_confirm: true })
    const { data } = await connect(config.anonKey).auth.signInWithPassword({ email, password })
    return data.session?.access_token ?? ''
  }

  /** The token of a pending link, its kind, and the stored hash of its code, which a forger can compute by guessing. */
  async function makeLink(): Promise<{ readonly hash: string; readonly codeHash: string; readonly type: string }> {
    const email = `${randomUUID()}@example.com`
    await operator.auth.admin.createUser({ email, email_confirm: true })
    const { data } = await operator.auth.admin.generateLink({ type: 'recovery', email })
    const codeHash = createHash('sha224').update(`${email}${data.properties?.email_otp}`).digest('hex')
    return { hash: data.properties?.hashed_token ?? '', codeHash, type: 'recovery' }
  }

  async function judgeToken(chance: RandomChoices): Promise<Omit<Verdict, 'kind'>> {
    const token = forgeToken(chance, {
      issued,
      publicKeys: [current.publicKey, former.publicKey],
      kids: ['current', 'former'],
    })
    if (token === null) return { status: 0, failure: null, isSkipped: true }
    const path = chance.pick(['/auth/v1/user', '/auth/v1/admin/users', '/rest/v1/workspaces?select=id'])
    const headers = new Headers()
    try {
      headers.set('authorization', `Bearer ${token}`)
    } catch {
      // No client can send it either.
      return { status: 0, failure: null, isSkipped: true }
    }
    const { status } = await app.request(path, { headers })
    return { status, failure: [401, 403].includes(status) ? null : `${path} answered ${status} to ${token}` }
  }

  async function judgeRedirect(chance: RandomChoices): Promise<Omit<Verdict, 'kind'>> {
    const place = forgeRedirect(chance)
    const query = new URLSearchParams({ token: 'x', type: 'signup', redirect_to: place.toWellFormed() })
    const answer = await app.request(`/auth/v1/verify?${query.toString()}`)
    const location = answer.headers.get('location') ?? ''
    const isFine = answer.status === 303 && isAllowedPlace(location)
    return {
      status: answer.status,
      failure: isFine ? null : `${JSON.stringify(place)} led to ${answer.status} ${location}`,
    }
  }

  async function judgeLink(chance: RandomChoices): Promise<Omit<Verdict, 'kind'>> {
    const { hash, codeHash, type } = chance.pick(links)
    const types = ['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change', 'sms', 'x']
    const isMutated = !chance.once(4)
    const isGuessed = isMutated && chance.once(4)
    const spoilt = isMutated ? chance.spoil(hash, '0123456789abcdefABCDEF_% ') : hash
    const text = isGuessed ? codeHash : spoilt
    // Unchanged and of its own kind (a magic link counts as recovery in the protocol), it is the genuine link.
    const wrong = types.filter((each) => !['recovery', 'magiclink', 'email'].includes(each))
    const asType = isMutated ? chance.pick([type, ...types]) : chance.pick(wrong)
    if (text === hash && isMutated && !isGuessed) return { status: 0, failure: null, isSkipped: true }
    const answer = chance.once(2)
      ? await app.request('/auth/v1/verify', {
          method: 'POST',
          body: JSON.stringify({ type: asType, token_hash: text }),
        })
      : await app.request(`/auth/v1/verify?${new URLSearchParams({ type: asType, token: text }).toString()}`)
    const said = (answer.headers.get('location') ?? '') + (await answer.text())
    const isIn = /access_token|[?&]code=/.test(said)
    return {
      status: answer.status,
      failure: isIn || answer.status >= 500 ? `${asType} ${text} answered ${said}` : null,
    }
  }

  async function judgeAssertion(chance: RandomChoices): Promise<Omit<Verdict, 'kind'>> {
    if (asked === null || answersLeft === 0) {
      asked = await ask()
      answersLeft = 200
    }
    answersLeft -= 1
    const xml = forgeAssertion(chance, { idp, ...asked, ourPublicKey: saml.publicKey })
    const answer = await app.request('/auth/v1/sso/saml/acs', {
      method: 'POST',
      body: new URLSearchParams({
        SAMLResponse: Buffer.from(xml).toString('base64'),
        RelayState: asked.request.relayState,
      }),
    })
    const { status } = answer
    const landed = landingOf(answer)
    if (status === 303 && landed.has('error_code') && !landed.has('access_token')) return { status, failure: null }
    const { data } = await connect(config.anonKey).auth.getUser(landed.get('access_token') ?? '')
    answersLeft = 0
    // The change was outside the signed part: still the original user.
    const isMallory = status === 303 && data.user?.email === 'mallory@company.example'
    return { status, failure: isMallory ? null : `${status} ${String(data.user?.email)} for ${xml}` }
  }

  async function tryGenuine(): Promise<Readonly<Record<ForgeryKind, number>>> {
    const allowed = 'https://a.preview.example/app/x'
    const redirected = await app.request(`/auth/v1/verify?token=x&type=signup&redirect_to=${allowed}`)
    const isThere = redirected.headers.get('location')?.startsWith(allowed) === true
    const { hash, type } = await makeLink()
    const { request, honest } = await ask()
    const [token, link, assertion] = await Promise.all([
      app.request('/auth/v1/user', { headers: { authorization: `Bearer ${issued}` } }),
      app.request('/auth/v1/verify', { method: 'POST', body: JSON.stringify({ type, token_hash: hash }) }),
      app.request('/auth/v1/sso/saml/acs', {
        method: 'POST',
        body: new URLSearchParams({
          SAMLResponse: Buffer.from(honest).toString('base64'),
          RelayState: request.relayState,
        }),
      }),
    ])
    return {
      token: token.status,
      redirect: isThere ? redirected.status : 0,
      link: link.status,
      assertion: landingOf(assertion).has('access_token') ? assertion.status : 0,
    }
  }

  /** The fragment the requesting page gets. */
  function landingOf(answer: Response): URLSearchParams {
    return new URLSearchParams(new URL(answer.headers.get('location') ?? site).hash.slice(1))
  }

  async function ask(): Promise<{ readonly request: SamlRequest; readonly honest: string }> {
    const { data, error } = await connect(config.anonKey).auth.signInWithSSO({ domain: 'company.example' })
    if (error !== null) throw error
    const request = idp.readRequest(data.url)
    const fields = idp.fieldsFor(request, { nameId: 'mallory' })
    return { request, honest: responseXml(fields, idp.sign(assertionXml(fields))) }
  }

  const judges = { token: judgeToken, redirect: judgeRedirect, link: judgeLink, assertion: judgeAssertion }
  return {
    judge: async (seed, index) => {
      const kind = forgeryKinds[index % forgeryKinds.length]!
      return { kind, ...(await judges[kind](randomChoices(seed, index))) }
    },
    tryGenuine,
    close: async () => {
      await delivery.mail.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
