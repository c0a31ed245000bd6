import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'

import { WebSocketServer, type WebSocket } from 'ws'

import type { HearingProvider } from '#domain/hearing-providers.ts'

import { listenOnLoopback } from '../listen-on-loopback.ts'
import { recogniserWires } from './recogniser-wires.ts'

/** How a recogniser behaves from its next connection on. */
export type Manner =
  | 'well'
  /** Refuses the connection. */
  | { readonly status: number }
  /** Never answers the handshake. */
  | 'hangs'
  /** Takes audio and recognises nothing. */
  | 'silent'
  /** Closes after the first words. */
  | 'cut'
  /** Sends its documented failure. */
  | 'failure'
  | 'html'
  | 'binary'
  /** Closes the connection, like a provider that got no audio for a while. */
  | 'idle'

export interface FakeRecogniser {
  readonly url: string
  manner: Manner
  /** One of them is recognised in every half second of sound; a flush makes them final. */
  words: readonly string[]
  /** Instead of `words`: what the microphone's recording says. A flush after sound makes the next one final, whole. */
  utterances: readonly string[]
  /** All connections so far. */
  readonly connections: { readonly key: string | null; readonly path: string; audioMs: number; flushes: number }[]
  readonly unknown: string[]
  readonly open: () => number
  readonly close: () => Promise<void>
}

/** A speech recogniser on loopback that speaks a provider's documented protocol. */
export async function startFakeRecogniser(provider: HearingProvider): Promise<FakeRecogniser> {
  const wire = recogniserWires[provider]
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  const hanging = new Set<Duplex>()
  const fake: FakeRecogniser = {
    url: '',
    manner: 'well',
    words: ['how', 'much', 'does', 'it', 'cost'],
    utterances: [],
    connections: [],
    unknown: [],
    open: () => sockets.clients.size,
    close: async () => {
      for (const client of sockets.clients) client.terminate()
      for (const socket of hanging) socket.destroy()
      await loopback.close()
    },
  }
  server.on('upgrade', (request, socket, head) => {
    const { manner } = fake
    if (manner === 'hangs') return void hanging.add(socket)
    if (typeof manner === 'object') {
      socket.end(`HTTP/1.1 ${manner.status} Refused\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`)
      return
    }
    const connection = { key: wire.keyOf(request), path: request.url ?? '', audioMs: 0, flushes: 0 }
    fake.connections.push(connection)
    sockets.handleUpgrade(request, socket, head, (client) => serve(client, connection, manner))
  })

  function serve(client: WebSocket, connection: FakeRecogniser['connections'][number], manner: Manner): void {
    const send = (message: object): void => client.send(JSON.stringify(message))
    for (const message of wire.hello) send(message)
    if (manner === 'idle') return client.close(1011, 'NET-0001')
    let said: readonly string[] = []
    let heardMs = 0
    let next = 0
    client.on('message', (data: Buffer, isBinary) => {
      const asked = wire.read(data, isBinary)
      if (asked.type === 'unknown') fake.unknown.push(asked.text)
      if (asked.type === 'goodbye') client.close(1000)
      if (asked.type === 'flush') {
        connection.flushes += 1
        const isWhole = fake.utterances.length > 0 && said.length > 0
        const text = isWhole ? fake.utterances[0] : said.join(' ')
        if (isWhole) fake.utterances = fake.utterances.slice(1)
        if (manner === 'well' || manner === 'cut') send(wire.final(text ?? ''))
        said = []
      }
      if (asked.type !== 'audio') return
      const ms = (asked.pcm.length / 2 / wire.rate) * 1_000
      connection.audioMs += ms
      if (isQuiet(asked.pcm)) return
      heardMs += ms
      if (heardMs < wordMs || manner === 'silent') return
      heardMs -= wordMs
      if (manner === 'failure') return send(wire.failure)
      if (manner === 'html') return client.send('<html>Bad gateway</html>')
      if (manner === 'binary') return client.send(Buffer.from([1, 2, 3]))
      const before = said.join(' ')
      const recorded = fake.utterances[0]?.split(' ')
      const word = recorded === undefined ? fake.words[next % fake.words.length] : recorded[said.length]
      if (word === undefined) return
      next += 1
      said = [...said, word]
      send(wire.partial(said.join(' '), before))
      if (manner === 'cut' && said.length === 2) client.terminate()
    })
  }

  const loopback = await listenOnLoopback(server)
  return Object.assign(fake, { url: `${loopback.origin}/v1` })
}

const wordMs = 500

/** Silence has no words in it. */
function isQuiet(pcm: Buffer): boolean {
  for (let at = 0; at + 1 < pcm.length; at += 2) if (Math.abs(pcm.readInt16LE(at)) > quietMax) return false
  return true
}

const quietMax = 600
