import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { connectAuthClient } from '#support/auth-client.ts'
import { startBackend, type Backend } from '#support/backend.ts'

/* GitHub speaks OAuth without OpenID. A server on loopback answers at GitHub Enterprise's paths. */

let github: Server
let origin: string
let backend: Backend
/** The last token request's form. */
let traded: URLSearchParams

beforeAll(async () => {
  github = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const answer = (body: unknown): void => {
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
      }
      const isKnown = request.headers.authorization === 'Bearer gho_token'
      switch (request.url) {
        case '/login/oauth/access_token':
          traded = new URLSearchParams(text)
          if (traded.get('code') === 'right')
            answer({ access_token: 'gho_token', scope: 'user:email', token_type: 'bearer' })
          // GitHub refuses with status 200.
          else answer({ error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' })
          return
        case '/api/v3/user':
          answer(
            isKnown ? { id: 583_231, login: 'octocat', name: 'The Octocat', avatar_url: 'https://a.example/7' } : {},
          )
          return
        case '/api/v3/user/emails':
          answer(isKnown ? [{ email: 'octocat@example.com', primary: true, verified: true }] : [])
          return
        default:
          response.writeHead(404).end()
      }
    })
  })
  await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(github.address() as AddressInfo).port}`
  backend = await startBackend({
    env: {
      OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true',
      GOTRUE_EXTERNAL_GITHUB_ENABLED: 'true',
      GOTRUE_EXTERNAL_GITHUB_URL: origin,
      GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: 'ours',
      GOTRUE_EXTERNAL_GITHUB_SECRET: 'secret',
    },
  })
})

afterAll(async () => {
  await backend.close()
  github.close()
  github.closeAllConnections()
})

async function returnWith(code: string) {
  const { client } = connectAuthClient(backend, 'pkce')
  const { data } = await client.auth.signInWithOAuth({ provider: 'github', options: { skipBrowserRedirect: true } })
  const start = await backend.app.request(data.url ?? '')
  const asked = new URL(start.headers.get('location') ?? '')
  const query = new URLSearchParams({ code, state: asked.searchParams.get('state') ?? '' })
  const answer = await backend.app.request(`/auth/v1/callback?${query.toString()}`)
  return { client, asked, landed: new URL(answer.headers.get('location') ?? '') }
}

test('signs in the user GitHub names, by its verified address', async () => {
  const { client, asked, landed } = await returnWith('right')
  expect(asked.href).toContain(`${origin}/login/oauth/authorize?`)
  expect(asked.searchParams.get('scope')).toBe('user:email')
  expect(Object.fromEntries(traded)).toMatchObject({ client_id: 'ours', client_secret: 'secret', code: 'right' })
  const { data, error } = await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '')
  expect(error).toBeNull()
  expect(data.session?.provider_token).toBe('gho_token')
  expect(data.user).toMatchObject({
    email: 'octocat@example.com',
    user_metadata: { user_name: 'octocat', full_name: 'The Octocat' },
    identities: [{ provider: 'github', id: '583231' }],
  })
})

test('signs nobody in for a code that GitHub refuses', async () => {
  const { landed } = await returnWith('wrong')
  expect(landed.searchParams.get('code')).toBeNull()
  expect(landed.searchParams.get('error')).toBe('server_error')
})
