import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { CachingRouter } from './caching-router.ts'

test('finds cached routes again, with their own parameters and only by their own method', async () => {
  const app = new Hono({ router: new CachingRouter() })
    .get('/demos/:id', (context) => context.text(`demo ${context.req.param('id')}`))
    .post('/demos/:id', (context) => context.text(`changed ${context.req.param('id')}`))
  const ask = async (method: string, path: string) => {
    const response = await app.request(path, { method })
    return response.ok ? response.text() : response.status
  }
  for (let time = 0; time < 2; time += 1) {
    expect(await ask('GET', '/demos/a%20b')).toBe('demo a b')
    expect(await ask('GET', '/demos/c')).toBe('demo c')
    expect(await ask('POST', '/demos/c')).toBe('changed c')
    expect(await ask('DELETE', '/demos/c')).toBe(404)
  }
  for (let count = 0; count < 1500; count += 1) expect(await ask('GET', `/demos/${count}`)).toBe(`demo ${count}`)
  expect(await ask('GET', '/demos/c')).toBe('demo c')
})
