import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import pino from 'pino'
import { expect, test } from 'vitest'

import { QueueFull } from './fair-queue.ts'
import { logFailure } from './log-failure.ts'

test('logs no error when a visitor hangs up while sending, or has too many requests waiting', async () => {
  const lines: { readonly level: number; readonly msg: string }[] = []
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]) },
  )
  const failed = Promise.withResolvers<void>()
  const server = createServer((incoming) => {
    buffer(incoming).catch((error: unknown) => {
      logFailure(log, error, '1', 'A request failed')
      failed.resolve()
    })
    client.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': 100 } })
  client.on('error', () => undefined)
  client.write('{')
  await failed.promise
  logFailure(log, new QueueFull(true), '2', 'A request failed')
  logFailure(log, new Error('a bug'), '3', 'A request failed')
  expect(lines.map(({ level }) => level)).toEqual([20, 20, 50])
  server.close()
})
