import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'

import { afterEach, expect, test } from 'vitest'

import { boundPipelining } from './bound-pipelining.ts'
import { startServer } from './testing/start-server.ts'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

/** Sends this many requests at once to a server that answers with `answer`; resolves with what came back. */
async function pipeline(count: number, answer: (response: ServerResponse) => void) {
  let started = 0
  const server = createServer(
    boundPipelining((_request, response) => {
      started += 1
      answer(response)
    }),
  )
  const { port, end } = await startServer(server)
  ends.push(end)
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', (part: Buffer) => (text += part.toString()))
  const asking = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count - 1)
  socket.write(`${asking}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  return { started, answers: text.split('HTTP/1.1 200').length - 1 }
}

test('a connection that doesn’t wait for answers is closed after its first request has started', async () => {
  const held: ServerResponse[] = []
  expect(await pipeline(2_000, (response) => held.push(response))).toEqual({ started: 1, answers: 0 })
})

test('a few requests at once are answered, one after the other', async () => {
  expect(await pipeline(16, (response) => void setImmediate(() => response.end('ok')))).toEqual({
    started: 16,
    answers: 16,
  })
})
