import { expect, test, vi } from 'vitest'

import { createFakeClock } from '../tests/tracker-sessions/fake-clock.ts'
import { openFakePage } from '../tests/tracker-sessions/fake-page.ts'
import { buildTracker, runSessions } from '../tests/tracker-sessions/run-sessions.ts'

/* A short run of "npm run prove -- tracker-sessions", with a server that remembers what it received. */

test('the tracker delivers every event once, and retries on schedule', async () => {
  const stored = new Set<string>()
  const { owed, missing, faults, made } = await runSessions({
    sessions: 150,
    seed: 3,
    deliver: (body) => {
      const events = [JSON.parse(body) as { readonly id: string } | readonly { readonly id: string }[]].flat()
      for (const { id } of events) stored.add(id)
      return Promise.resolve(201)
    },
  })
  expect(faults).toEqual([])
  expect(made).toBeGreaterThan(1_000)
  expect(stored.size).toBeLessThanOrEqual(made)
  expect(owed).toBeGreaterThan(500)
  expect(missing).toBe(0)
})

test('a delivery waiting for its retry is sent when the page is left', async () => {
  const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const deliveries: { readonly types: readonly string[]; readonly atMs: number; readonly outlives: boolean }[] = []
  const startMs = clock.now()
  const page = openFakePage({
    code: await buildTracker(),
    clock,
    storage: {},
    isOnline: () => true,
    fetch: (url, { body, keepalive } = {}) => {
      const config = { supabaseUrl: new URL(url).origin, supabaseAnonKey: 'the anon key' }
      if (body === undefined) return Promise.resolve({ ok: true, json: () => Promise.resolve(config) })
      const events = [JSON.parse(body) as { readonly event_type: string }].flat()
      const types = events.map(({ event_type: type }) => type)
      deliveries.push({ types, atMs: clock.now() - startMs, outlives: Boolean(keepalive) })
      return Promise.resolve({ ok: false })
    },
  })
  await clock.pass(5_300)
  page.leave()
  await clock.pass(0)
  page.kill()
  await clock.pass(10_000)
  expect(deliveries).toEqual([
    { types: ['page_view'], atMs: 5_000, outlives: false },
    { types: ['time_spent'], atMs: 5_300, outlives: true },
    { types: ['page_view'], atMs: 5_300, outlives: true },
  ])
})

test('a page without timers gets no error from the tracker', async () => {
  const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const heard: unknown[] = []
  const note = (error: unknown): unknown => heard.push(error)
  process.on('unhandledRejection', note)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const bodies: string[] = []
  const page = openFakePage({
    code: await buildTracker(),
    clock,
    storage: {},
    isOnline: () => true,
    fetch: (url, { body } = {}) => {
      if (body !== undefined) bodies.push(body)
      const config = { supabaseUrl: new URL(url).origin, supabaseAnonKey: 'the anon key' }
      return Promise.resolve({ ok: body === undefined, json: () => Promise.resolve(config) })
    },
  })
  page.click()
  page.breakClocks()
  page.goTo('https://shop.example/basket')
  await clock.pass(20_000)
  page.click()
  page.hide()
  page.show()
  page.leave()
  await clock.pass(20_000)
  // Unhandled rejections are reported a turn later.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  expect(heard).toEqual([])
  // The location the specification gives.
  expect(warn).toHaveBeenCalled()
  expect(bodies.join()).toContain('page_view')
  warn.mockRestore()
})
