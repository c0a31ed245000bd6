import { setTimeout } from 'node:timers/promises'

import { Hono } from 'hono'
import { expect, test } from 'vitest'

import type { AppEnv } from '#backend/http/app-env.ts'

import { minimumDuration } from './minimum-duration.ts'

const app = new Hono<AppEnv>()
  .onError((_error, context) => context.text('refused', 400))
  .get('/at-once', minimumDuration(80), (context) => context.text('here'))
  .get('/later', minimumDuration(80), async (context) => {
    await setTimeout(30)
    return context.text('here')
  })
  .get('/refused', minimumDuration(80), () => {
    throw new Error('no')
  })

async function millisecondsOf(path: string): Promise<number> {
  const startedAt = performance.now()
  await app.request(path, {}, { incoming: { socket: { remoteAddress: '192.0.2.1' } } })
  return performance.now() - startedAt
}

test.each(['/at-once', '/later', '/refused'])('delays %s as long as the others', async (path) => {
  expect(await millisecondsOf(path)).toBeGreaterThan(75)
})
