import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import type { Services } from '#server/services.ts'

import { ownerLookups } from './owner-lookups.ts'

test('tells Supabase what the tracker names, and limits email guessing per address', async () => {
  const heard: unknown[] = []
  const supabase = createServer(({ url, headers }, response) => {
    heard.push([url, headers['x-named-email'], headers['x-named-user-id'], headers['apikey']])
    response.setHeader('content-type', 'application/json').end('[{"id":"1"}]')
  })
  supabase.listen(0, '127.0.0.1')
  await once(supabase, 'listening')
  const backendUrl = `http://127.0.0.1:${(supabase.address() as AddressInfo).port}`
  const config = { backendUrl, anonKey: 'anon', trustedProxies: [] }
  const app = ownerLookups({ config, now: () => 0 } as unknown as Services)

  expect(await (await app.request('/users?email=eq.ada%2B1%40example.com&select=id')).json()).toEqual([{ id: '1' }])
  await app.request('/chatbot_settings?user_id=eq.1&agent_id=eq.leo&select=*')
  expect(await (await app.request('/users?select=*')).json()).toEqual([])
  expect(heard).toEqual([
    ['/rest/v1/users?select=id&email=eq.ada%2B1%40example.com', 'ada+1@example.com', undefined, 'anon'],
    ['/rest/v1/chatbot_settings?select=*&user_id=eq.1&agent_id=eq.leo', undefined, '1', 'anon'],
  ])
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async () => (await app.request('/users?email=like.*')).status),
  )
  expect(statuses.filter((status) => status === 429)).toHaveLength(83)
  supabase.close()
})
