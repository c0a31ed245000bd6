import pino from 'pino'
import { expect, test, vi } from 'vitest'

import { createInbox, type Inbox, type InboxTiming } from './inbox.ts'

/** A fake database inbox, and a job that drains on demand. */
function inboxOver(timing: Partial<InboxTiming> = {}): {
  readonly inbox: Inbox
  readonly kept: object[]
  readonly stored: object[]
  /** Refused events by reason. */
  readonly refused: string[]
  readonly logged: unknown[]
} {
  const [kept, stored, refused, logged]: [object[], object[], string[], unknown[]] = [[], [], [], []]
  const inbox = createInbox({
    backend: {
      keep: (events) => Promise.resolve(void kept.push(...events)),
      drain: async (most) => {
        const taken = kept.splice(0, most)
        await new Promise((resolve) => setImmediate(resolve))
        stored.push(...taken)
        return taken.length
      },
      refusedAfter: (last) => {
        const fresh = refused.slice(last)
        const reasons = Object.fromEntries(fresh.map((reason) => [reason, fresh.length]))
        return Promise.resolve({ events: fresh.length, last: refused.length, reasons })
      },
    },
    timing: { quietMs: 20, eventsMax: 1_000_000, waitMs: 1_000_000, stepMs: 40, ...timing },
    onDue: () => void inbox.drain(),
    log: pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) }),
  })
  return { inbox, kept, stored, refused, logged }
}

const many = (count: number): readonly object[] => Array.from({ length: count }, () => ({}))

test('drains once the load stops', async () => {
  const { inbox, stored } = inboxOver()
  await inbox.keep(many(30))
  await inbox.keep(many(30))
  expect([inbox.isUnderLoad(), stored.length]).toEqual([true, 0])
  await vi.waitFor(() => expect(stored).toHaveLength(60))
  expect(inbox.isUnderLoad()).toBe(false)
})

test('also drains what arrives during the last drain', async () => {
  const { inbox, stored } = inboxOver()
  await inbox.keep(many(30))
  const draining = inbox.drain()
  await inbox.keep(many(5))
  await draining
  await vi.waitFor(() => expect(stored).toHaveLength(35))
})

test('drains under constant load once enough is pending', async () => {
  const { inbox, kept, stored } = inboxOver({ eventsMax: 100 })
  // Otherwise it would run forever, because the load never stops.
  while (stored.length === 0) {
    await inbox.keep(many(10))
    await new Promise((resolve) => setImmediate(resolve))
  }
  await vi.waitFor(() => expect(kept).toEqual([]))
})

test('stops accepting when the inbox is full', async () => {
  const { inbox, kept, stored } = inboxOver({ eventsMax: Infinity })
  for (let count = 0; count < 200; count += 1) await inbox.keep(many(1_000))
  const late = inbox.keep(many(1))
  expect(kept).toHaveLength(200_000)
  await late
  await vi.waitFor(() => expect(stored).toHaveLength(200_001), { timeout: 20_000 })
})

test('reports refused events once per drain, including old ones', async () => {
  const { inbox, refused, logged } = inboxOver()
  const line = (events: number, reason: string) =>
    expect.objectContaining({ events, reasons: { [reason]: events }, msg: expect.stringContaining('rejected') })
  refused.push('from before')
  await inbox.drain()
  expect(logged).toEqual([line(1, 'from before')])
  await inbox.keep(many(5))
  await inbox.drain()
  await inbox.keep(many(5))
  refused.push('out of range', 'out of range')
  await inbox.drain()
  expect(logged).toEqual([line(1, 'from before'), line(2, 'out of range')])
})
