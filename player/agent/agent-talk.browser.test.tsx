import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { AgentSessionTicket, ClientEvent } from '#protocol/agent-events.ts'

import { AgentTalk } from './agent-talk.ts'

/** The server's end of one conversation; it never greets. */
class ServerSocket extends EventTarget {
  readonly asked: string[] = []

  constructor() {
    super()
    sockets.push(this)
    queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }

  send(frame: string): void {
    const event = JSON.parse(frame) as ClientEvent
    if (event.t === 'user.text') this.asked.push(event.text)
    if (event.t !== 'hello') return
    const ready = { t: 'ready', session: `s${sockets.length}`, agentName: 'Leo', limits, voice, mode: 'text' }
    const data = JSON.stringify({ v: 1, sid: '', seq: 0, ts: 0, ...ready, resumed: false, lastClientSeq: event.seq })
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }

  close(): void {
    // Its close event changes nothing here.
  }
}

const limits = { sessionMs: 600_000, turns: 100, textCharacters: 2_000, turnIntervalMs: 0 }
const voice = { value: 'f', label: 'F', gender: 'female', pitch: 1, rate: 1, lang: 'en-US' } as const
const ticket = {
  token: 't',
  agentName: 'Leo',
  workspaceName: null,
  welcome: null,
  voice,
  limits,
  expiresInMs: 60_000,
  suggestions: [],
  takesMeetings: false,
} satisfies AgentSessionTicket

let sockets: ServerSocket[] = []

beforeEach(() => {
  sockets = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', ServerSocket)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('asks the first question without a greeting, each conversation after its own wait', async () => {
  const talk = new AgentTalk('demo', null, { requestTicket: () => Promise.resolve(ticket) })
  talk.say('How much is it?')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sockets[0]?.asked).toEqual([])
  talk.end()
  talk.say('Is there a free plan?')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sockets[1]?.asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sockets[1]?.asked).toEqual(['Is there a free plan?'])
  talk.close()
})
