import { expect, test } from 'vitest'

import type { ServerEvent } from '#protocol/agent-events.ts'

import { EventOutbox, type EventSink } from './event-outbox.ts'

const ready = { t: 'pong' } as const
const step = (n: number) => ({ t: 'step.show', n }) as const

function browser(): { readonly sink: EventSink; readonly seen: ServerEvent[]; readonly state: { isOpen: boolean } } {
  const seen: ServerEvent[] = []
  const state = { isOpen: true }
  const sink: EventSink = {
    send: (event) => seen.push(event),
    close: () => {
      state.isOpen = false
    },
  }
  return { seen, state, sink }
}

function openOutbox(before?: ConstructorParameters<typeof EventOutbox>[2]): EventOutbox {
  return new EventOutbox('talk', { now: () => 0, onEmit: () => undefined }, before)
}

function stepsOf(events: readonly ServerEvent[]): readonly number[] {
  return events.flatMap((event) => (event.t === 'step.show' ? [event.n] : []))
}

test('sends an event only once it is stored', () => {
  const outbox = openOutbox()
  const { sink, seen } = browser()
  outbox.connect(sink, ready, 0)
  outbox.emit(step(1))
  outbox.emit(step(2))
  expect(stepsOf(seen)).toEqual([])
  outbox.release(1)
  expect(stepsOf(seen)).toEqual([1])
  outbox.release(2)
  expect(stepsOf(seen)).toEqual([1, 2])
})

test('gives a browser that reconnects what it missed, and nothing twice', () => {
  const outbox = openOutbox()
  const first = browser()
  outbox.connect(first.sink, ready, 0)
  for (const n of [1, 2, 3]) outbox.emit(step(n))
  outbox.release(2)
  const second = browser()
  outbox.connect(second.sink, ready, 1)
  expect(first.state.isOpen).toBe(false)
  outbox.release(3)
  expect(stepsOf(second.seen)).toEqual([2, 3])
  expect(stepsOf(first.seen)).toEqual([1, 2])
})

test('continues numbering where another server stopped', () => {
  const one = openOutbox()
  one.emit(step(1))
  one.emit(step(2))
  one.release(2)
  const other = openOutbox({ seq: one.seq, events: one.since(0) })
  const { sink, seen } = browser()
  other.connect(sink, ready, 1)
  other.emit(step(3))
  other.release(3)
  expect(seen.filter(({ t }) => t === 'step.show').map(({ seq }) => seq)).toEqual([2, 3])
})

test('forgets what could not be stored', () => {
  const outbox = openOutbox()
  const { sink, seen } = browser()
  outbox.connect(sink, ready, 0)
  outbox.emit(step(1))
  outbox.dropUnreleased()
  outbox.emit(step(2))
  outbox.release(1)
  expect(seen.filter(({ t }) => t === 'step.show')).toMatchObject([{ n: 2, seq: 1 }])
})

test('reports when too many events were missed to replay them, and sends the rest', () => {
  const outbox = openOutbox()
  for (let n = 1; n <= 300; n += 1) outbox.emit(step(n))
  outbox.release(300)
  const { sink, seen } = browser()
  outbox.connect(sink, ready, 10)
  expect(seen.find(({ t }) => t === 'notice')).toMatchObject({ code: 'events-lost', seq: 0 })
  expect(stepsOf(seen)).toEqual(Array.from({ length: 200 }, (_, index) => index + 101))
})
