import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'

import { afterEach, expect, test } from 'vitest'

import { boundUnreadAnswers, type UnreadLimits } from './bound-unread-answers.ts'
import { startServer } from './testing/start-server.ts'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

const mb = 1024 * 1024
/** More than the system keeps for a client that doesn't read. */
const size = 16 * mb

async function serveLarge(limits: Omit<UnreadLimits, 'addressOf'>) {
  const body = Buffer.alloc(size)
  const server = createServer(
    boundUnreadAnswers((_request, response) => response.end(body), {
      ...limits,
      addressOf: ({ headers }) => String(headers['x-forwarded-for']),
    }),
  )
  const { port, end } = await startServer(server)
  ends.push(end)
  /** The answer, of which nothing has been read. */
  return async (address: string): Promise<IncomingMessage> => {
    const asked = get({ port, host: '127.0.0.1', agent: false, headers: { 'x-forwarded-for': address } })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    return answer
  }
}

async function bytesOf(answer: IncomingMessage): Promise<number> {
  let bytes = 0
  try {
    for await (const part of answer) bytes += (part as Buffer).byteLength
  } catch {
    return -1
  }
  return bytes
}

test('a network that doesn’t read its answers loses the oldest, and others get theirs', async () => {
  const ask = await serveLarge({ perNetwork: 2.5 * size })
  const other = await ask('203.0.113.9')
  const answers = []
  for (const part of [1, 2, 3]) answers.push(await ask(`2001:db8:1:${part}::1`))
  expect(await Promise.all([...answers, other].map(bytesOf))).toEqual([-1, size, size, size])
})

test('when all together read too little, the network with the most loses its oldest', async () => {
  const ask = await serveLarge({ total: 3.5 * size })
  const other = await ask('203.0.113.9')
  const answers = []
  for (let time = 0; time < 3; time += 1) answers.push(await ask('198.51.100.7'))
  expect(await Promise.all([...answers, other].map(bytesOf))).toEqual([-1, size, size, size])
})

test('answers that are read don’t count', async () => {
  const ask = await serveLarge({ perNetwork: 1.5 * size })
  for (let time = 0; time < 3; time += 1) expect(await bytesOf(await ask('203.0.113.9'))).toBe(size)
})
