import { createServer, type ServerResponse } from 'node:http'

import type { ModelProvider } from '#domain/model-providers.ts'

import { listenOnLoopback } from '../listen-on-loopback.ts'
import { anthropicWire } from './anthropic-wire.ts'
import { googleWire } from './google-wire.ts'
import { mistralWire } from './mistral-wire.ts'
import { openAiWire } from './openai-wire.ts'

/** What a fake provider answers. */
export interface FakeAnswer {
  /** Deltas of text. */
  readonly text?: readonly string[]
  /** Calls of tools, their arguments in fragments. */
  readonly calls?: readonly { readonly name: string; readonly fragments: readonly string[] }[]
  /** Null: the provider counts nothing. */
  readonly usage?: { readonly in: number; readonly out: number } | null
  /** Instead of an answer. */
  readonly status?: number
  readonly ends?: 'properly' | 'cut' | 'never' | 'with-garbage'
  /** Never sends a byte. */
  readonly isSilent?: boolean
  /** Before the first byte. */
  readonly delayMs?: number
}

/** A provider's documented protocol. */
export interface FakeWire {
  readonly answerPath: (path: string) => boolean
  /** The events of a whole answer, as they go over the wire. */
  readonly events: (answer: FakeAnswer) => readonly string[]
  readonly error: (status: number) => unknown
  readonly models: unknown
  readonly embeddings: (texts: readonly string[]) => unknown
  readonly keyOf: (headers: Readonly<Record<string, unknown>>) => string
}

export interface FakeRequest {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly key: string
  /** Whether the client hung up before the answer's end. */
  isBrokenOff: boolean
}

export interface FakeProvider {
  readonly url: string
  /** Calls for an answer or embeddings, newest last. */
  readonly requests: readonly FakeRequest[]
  answer: FakeAnswer | ((request: FakeRequest) => FakeAnswer)
  readonly close: () => Promise<void>
}

const wires: Readonly<Record<ModelProvider, FakeWire>> = {
  'openai-compatible': openAiWire,
  anthropic: anthropicWire,
  google: googleWire,
  mistral: mistralWire,
}

/** A provider of language models on loopback. */
export async function startFakeProvider(provider: ModelProvider): Promise<FakeProvider> {
  const wire = wires[provider]
  const requests: FakeRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      if (request.method === 'GET') return sendJson(response, 200, wire.models)
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as FakeRequest['body']
      const asked: FakeRequest = { path, body, key: wire.keyOf(request.headers), isBrokenOff: false }
      requests.push(asked)
      if (/embed/i.test(path)) return sendJson(response, 200, wire.embeddings(textsOf(body)))
      if (!wire.answerPath(path)) return sendJson(response, 404, wire.error(404))
      response.on('close', () => {
        asked.isBrokenOff = !response.writableFinished
      })
      const answer = typeof fake.answer === 'function' ? fake.answer(asked) : fake.answer
      if (answer.delayMs === undefined) return send(response, wire, answer)
      setTimeout(() => send(response, wire, answer), answer.delayMs)
    })
  })
  const { origin, close } = await listenOnLoopback(server)
  const fake: FakeProvider = {
    url: provider === 'google' ? `${origin}/v1beta` : `${origin}/v1`,
    requests,
    answer: { text: [] },
    close,
  }
  return fake
}

function send(response: ServerResponse, wire: FakeWire, answer: FakeAnswer): void {
  const { status = 200, ends = 'properly', isSilent = false } = answer
  if (isSilent) return
  if (status !== 200) return sendJson(response, status, wire.error(status))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const events = wire.events(answer)
  if (ends === 'with-garbage') {
    response.end(`${events[0] ?? ''}data: {"broken":\n\nevent: ???\ndata: <html>502</html>\n\n`)
    return
  }
  const sent = (ends === 'properly' ? events : events.slice(0, -2)).join('')
  // In pieces that respect neither events nor characters, as networks do.
  const bytes = Buffer.from(sent)
  for (let at = 0; at < bytes.length; at += pieceBytes) response.write(bytes.subarray(at, at + pieceBytes))
  if (ends === 'properly') response.end()
  else if (ends === 'cut') setImmediate(() => response.destroy())
}

const pieceBytes = 61

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function textsOf(body: FakeRequest['body']): readonly string[] {
  const { input, requests } = body
  if (Array.isArray(input)) return input.map(String)
  if (!Array.isArray(requests)) return [JSON.stringify(body)]
  return requests.map((each) => JSON.stringify(each))
}
