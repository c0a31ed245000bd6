import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* JSON nested a hundred thousand deep is small and valid, and overflows its reader's stack. */

let backend: Backend
let author: SignedUp

beforeAll(async () => {
  backend = await startBackend()
  author = await backend.signUp()
})

afterAll(() => backend.close())

const levels = 100_000
const deep = '['.repeat(levels) + ']'.repeat(levels)
const deepObject = '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)

function send(method: string, path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  const sent = {
    'content-type': 'application/json',
    apikey: backend.services.config.anonKey,
    authorization: `Bearer ${author.session.access_token}`,
    ...headers,
  }
  return Promise.resolve(
    backend.app.fetch(new Request(`http://understudy.test${path}`, { method, body, headers: sent })),
  )
}

describe('JSON nested a hundred thousand deep', () => {
  it.each([
    [
      'signing up',
      'POST',
      '/auth/v1/signup',
      `{"email":"a@example.com","password":"correct horse","data":${deepObject}}`,
    ],
    ['signing in', 'POST', '/auth/v1/token?grant_type=password', `{"email":${deep}}`],
    ['a profile', 'PUT', '/auth/v1/user', `{"data":${deepObject}}`],
    ['a mailed code', 'POST', '/auth/v1/otp', `{"email":"a@example.com","data":${deepObject}}`],
    ['a row', 'POST', '/rest/v1/demos', `{"name":"Tour","settings":${deepObject}}`],
    ['a changed row', 'PATCH', '/rest/v1/demos?id=not.is.null', `{"settings":${deepObject}}`],
    ['an event', 'POST', '/rest/v1/demo_analytics', `{"event_data":${deepObject}}`],
    ['arguments', 'POST', '/rest/v1/rpc/duplicate_demo', `{"p_demo_id":${deep}}`],
    ['a bucket', 'POST', '/storage/v1/bucket', `{"name":"pictures","id":${deep}}`],
    ['a list of files', 'POST', '/storage/v1/object/list/screenshots', `{"prefix":"","sortBy":${deepObject}}`],
    [
      'a broadcast',
      'POST',
      '/realtime/v1/api/broadcast',
      `{"messages":[{"topic":"a","event":"b","payload":${deepObject}}]}`,
    ],
    ['a broadcast by name', 'POST', '/realtime/v1/api/broadcast/a/events/b', deepObject],
    ['a conversation', 'POST', '/agent/v1/sessions', `{"demoId":${deep.slice(0, 30_000)}}`],
    ['an invitation', 'POST', '/account/v1/invitations', `{"email":${deep}}`],
    ['feedback', 'POST', '/account/v1/feedback', `{"kind":"idea","text":"a","more":${deep}}`],
    ['a lead', 'POST', '/share/v1/demos/any/leads', `{"fields":${deepObject}}`],
  ])('is refused in %s', async (_, method, path, body) => {
    const response = await send(method, path, body)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })

  it('is refused as a file’s metadata', async () => {
    const { client } = author
    const workspaceId = (await client.from('workspaces').select('id').single().throwOnError()).data?.id as string
    const path = `/storage/v1/object/screenshots/${workspaceId}/a.png`
    const metadata = Buffer.from(deepObject).toString('base64')
    const response = await send('POST', path, 'x', { 'content-type': 'image/png', 'x-metadata': metadata })
    expect(response.status).toBe(400)
  })

  it('leaves the server unharmed', async () => {
    const { error } = await author.client.from('demos').select('id')
    expect(error).toBeNull()
    const { data } = await author.client.auth.updateUser({ data: { theme: { dark: [true] } } })
    expect(data.user?.user_metadata).toMatchObject({ theme: { dark: [true] } })
  })
})
