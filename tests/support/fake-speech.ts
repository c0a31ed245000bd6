import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import type { WebSpeechProvider } from '#domain/speech-providers.ts'
import { tone, wavHeader } from '#server/speech/testing/tone.ts'

import { listenOnLoopback } from './listen-on-loopback.ts'

/** What a fake provider of speech answers. */
export interface FakeSound {
  /** Instead of sound. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly ends?: 'properly' | 'cut'
  readonly format?: 'pcm' | 'wav' | 'wav-22050' | 'odd' | 'silence' | 'empty' | 'json' | 'html' | 'mp3' | 'endless'
  /** Before the first byte; negative: never. */
  readonly delayMs?: number
  /** The length of the audio. */
  readonly ms?: number
  /** Sound is sent no faster than this many times real time. */
  readonly pace?: number
}

export interface FakeSpeechRequest {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
  readonly headers: IncomingMessage['headers']
}

export interface FakeSpeech {
  readonly url: string
  /** Newest last. */
  readonly requests: readonly FakeSpeechRequest[]
  /** How many answers the client broke off. */
  readonly broken: () => number
  sound: FakeSound | ((request: FakeSpeechRequest) => FakeSound)
  readonly close: () => Promise<void>
}

const paths: Readonly<Record<WebSpeechProvider, RegExp>> = {
  'openai-compatible': /^\/v1\/audio\/speech$/,
  elevenlabs: /^\/v1\/text-to-speech\/[\w.-]+\/stream\?output_format=pcm_24000$/,
  deepgram: /^\/v1\/speak\?model=[\w.-]+&encoding=linear16&sample_rate=24000&container=none(?:&speed=[\d.]+)?$/,
  cartesia: /^\/tts\/bytes$/,
}

/** A speech provider on loopback that speaks its documented protocol. */
export async function startFakeSpeech(provider: WebSpeechProvider): Promise<FakeSpeech> {
  const requests: FakeSpeechRequest[] = []
  let broken = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as FakeSpeechRequest['body']
      const text = String(body['input'] ?? body['text'] ?? body['transcript'] ?? '')
      const asked = { path: request.url ?? '', body, text, headers: request.headers }
      requests.push(asked)
      if (!paths[provider].test(asked.path)) return sendProblem(response, 404)
      response.on('close', () => {
        if (!response.writableFinished) broken += 1
      })
      void send(response, typeof fake.sound === 'function' ? fake.sound(asked) : fake.sound)
    })
  })
  const { origin, close } = await listenOnLoopback(server)
  const fake: FakeSpeech = {
    url: provider === 'cartesia' ? origin : `${origin}/v1`,
    requests,
    broken: () => broken,
    sound: {},
    close,
  }
  return fake
}

async function send(response: ServerResponse, sound: FakeSound): Promise<void> {
  const { status = 200, headers = {}, ends = 'properly', format = 'pcm', delayMs = 0, ms = 600, pace } = sound
  if (delayMs < 0) return
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (status !== 200) return sendProblem(response, status, headers)
  if (format === 'json') return sendProblem(response, 200)
  if (format === 'html') {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    return void response.end('<!doctype html><html><body>502 Bad Gateway</body></html>')
  }
  response.writeHead(200, { 'content-type': format.startsWith('wav') ? 'audio/wav' : 'audio/pcm' })
  if (format === 'endless') return sendEndlessly(response)
  const bytes = soundOf(format, ms)
  const sent = ends === 'cut' ? bytes.subarray(0, bytes.length / 2) : bytes
  const start = performance.now()
  // In pieces that split samples, as networks do.
  for (let at = 0; at < sent.length && !response.destroyed; at += pieceBytes) {
    response.write(sent.subarray(at, at + pieceBytes))
    const due = pace === undefined ? 0 : at / 48 / pace - (performance.now() - start)
    if (due > 0) await new Promise((resolve) => setTimeout(resolve, due))
  }
  if (ends === 'cut') setImmediate(() => response.destroy())
  else response.end()
}

const pieceBytes = 4_801

function sendEndlessly(response: ServerResponse): void {
  const piece = tone(1_000, 24_000)
  const write = (): void => {
    while (!response.destroyed && response.write(piece)) continue
  }
  response.on('drain', write)
  write()
}

function sendProblem(response: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error: { message: `Refused with ${status}` } }))
}

function soundOf(format: string, ms: number): Buffer {
  switch (format) {
    case 'wav':
      return Buffer.concat([wavHeader(24_000), tone(ms, 24_000)])
    case 'wav-22050':
      return Buffer.concat([wavHeader(22_050), tone(ms, 22_050)])
    case 'odd':
      return Buffer.concat([tone(ms, 24_000), Buffer.from([1])])
    case 'silence':
      return Buffer.alloc(ms * 48)
    case 'empty':
      return Buffer.alloc(0)
    case 'mp3':
      return Buffer.concat([Buffer.from('ID3'), tone(ms, 24_000)])
    default:
      return tone(ms, 24_000)
  }
}
