import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'

import { WebSocketServer, type WebSocket } from 'ws'

import { tone } from '#server/speech/testing/tone.ts'

import { listenOnLoopback } from './listen-on-loopback.ts'

type Fields = Readonly<Record<string, unknown>>

/** What the provider answers: sound with its words, or calls of tools. */
export interface FakeReply {
  readonly transcript?: string
  /**
   * By default, all sound is sent before all words. `parts` are sent in their own order, followed by `transcript` or
   * their words.
   */
  readonly parts?: readonly FakePart[]
  /** The length of the audio; by default as long as the words take. */
  readonly ms?: number
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[]
  readonly failure?:
    | 'rate limit'
    | 'refused'
    | 'cut'
    | 'never'
    | 'text as sound'
    | 'silence'
    | 'no transcript'
    | 'no sound'
}

/** More of the transcript; milliseconds of sound, or silence; or a pause until something has happened. */
export type FakePart =
  | { readonly says: string }
  | { readonly soundMs: number }
  | { readonly silenceMs: number }
  | { readonly until: Promise<unknown> }

/** What it was asked with `response.create`. */
export interface FakeAsk {
  readonly instructions: string
  readonly tools: readonly string[]
  readonly modalities: readonly string[]
  /** The items of its conversation, newest last. */
  readonly items: readonly Fields[]
}

export interface FakeRealtime {
  readonly url: string
  /** An HTTP status instead of a handshake for the next connections; null for none. */
  status: number | null
  /** What the microphone says, one for each turn. */
  utterances: readonly string[]
  reply: (ask: FakeAsk) => FakeReply
  readonly asks: readonly FakeAsk[]
  /** Messages about answers: truncated, deleted, cancelled. */
  readonly asides: readonly Fields[]
  readonly sessions: readonly Fields[]
  readonly keys: readonly (string | undefined)[]
  readonly unknown: readonly string[]
  readonly audioMs: () => number
  readonly close: () => Promise<void>
}

/** OpenAI's Realtime API on loopback, in its documented shapes: speech in, speech out, over one WebSocket. */
export async function startFakeRealtime(): Promise<FakeRealtime> {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  const refused = new Set<Duplex>()
  const asks: FakeAsk[] = []
  const asides: Fields[] = []
  const sessions: Fields[] = []
  const keys: (string | undefined)[] = []
  const unknown: string[] = []
  let audioMs = 0
  let count = 0
  server.on('upgrade', (request, socket, head) => {
    if (fake.status !== null) {
      refused.add(socket)
      return socket.end(`HTTP/1.1 ${fake.status} Refused\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`)
    }
    keys.push(request.headers.authorization)
    sockets.handleUpgrade(request, socket, head, serve)
  })

  function serve(client: WebSocket): void {
    const send = (message: Fields): void => {
      count += 1
      if (client.readyState === client.OPEN) client.send(JSON.stringify({ event_id: `event_${count}`, ...message }))
    }
    const items: Fields[] = []
    let buffered = 0
    let isLoud = false
    send({ type: 'session.created', session: { type: 'realtime', object: 'realtime.session' } })
    client.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Fields
      switch (message['type']) {
        case 'session.update':
          sessions.push(message['session'] as Fields)
          return send({ type: 'session.updated', session: message['session'] })
        case 'input_audio_buffer.append': {
          const pcm = Buffer.from(String(message['audio']), 'base64')
          buffered += pcm.length / 48
          audioMs += pcm.length / 48
          isLoud ||= pcm.some((byte, index) => index % 2 === 1 && byte > 4 && byte < 252)
          return
        }
        case 'input_audio_buffer.commit':
          if (buffered < 100) return send(commitEmpty)
          commit()
          return
        case 'conversation.item.create':
          items.push(message['item'] as Fields)
          return send({ type: 'conversation.item.added', item: message['item'] })
        case 'response.create':
          return void answer(String(message['event_id']), message['response'] as Fields)
        case 'conversation.item.truncate':
        case 'conversation.item.delete':
        case 'response.cancel':
          return void asides.push(message)
        default:
          unknown.push(data.toString())
      }
    })

    function commit(): void {
      const item_id = `item_${(count += 1)}`
      send({ type: 'input_audio_buffer.committed', item_id })
      const transcript = isLoud ? (fake.utterances[0] ?? '') : ''
      if (isLoud) fake.utterances = fake.utterances.slice(1)
      items.push({ id: item_id, type: 'message', role: 'user', content: [{ type: 'input_audio', transcript }] })
      buffered = 0
      isLoud = false
      const about = { item_id, content_index: 0 }
      send({ type: 'conversation.item.input_audio_transcription.delta', ...about, delta: transcript })
      send({ type: 'conversation.item.input_audio_transcription.completed', ...about, transcript })
    }

    async function answer(event_id: string, asked: Fields): Promise<void> {
      const ask: FakeAsk = {
        instructions: String(asked['instructions']),
        tools: (asked['tools'] as readonly { readonly name: string }[]).map(({ name }) => name),
        modalities: asked['output_modalities'] as readonly string[],
        items: [...items],
      }
      asks.push(ask)
      const { transcript = '', parts, calls = [], failure, ms = 60 * transcript.length } = fake.reply(ask)
      if (failure === 'never') return
      if (failure === 'refused') return send({ type: 'error', error: { ...invalid, event_id } })
      const response_id = `resp_${(count += 1)}`
      const item_id = `answer_${count}`
      const status = failure === 'rate limit' ? 'failed' : 'completed'
      const metadata = asked['metadata']
      send({ type: 'response.created', response: { id: response_id, status: 'in_progress', metadata } })
      const about = { response_id, item_id, output_index: 0, content_index: 0 }
      const sendSound = (sound: Buffer): void => {
        for (let at = 0; at < sound.length; at += pieceBytes) {
          const delta = sound.subarray(at, at + pieceBytes).toString('base64')
          send({ type: 'response.output_audio.delta', ...about, delta })
          if (failure === 'cut' && parts === undefined) return client.terminate()
        }
      }
      const sendWords = (words: string): void =>
        send({ type: 'response.output_audio_transcript.done', ...about, transcript: words })
      if (parts !== undefined) {
        for (const part of parts) {
          if ('until' in part) await part.until
          else if ('says' in part) send({ type: 'response.output_audio_transcript.delta', ...about, delta: part.says })
          else sendSound('soundMs' in part ? tone(part.soundMs, 24_000) : Buffer.alloc(part.silenceMs * 48))
        }
        if (failure === 'cut') return client.terminate()
        sendWords(transcript || parts.map((part) => ('says' in part ? part.says : '')).join(''))
      } else if (status === 'completed' && transcript !== '') {
        sendSound(soundOf(failure, failure === 'no sound' ? 0 : ms))
        if (failure !== 'no transcript') sendWords(transcript)
      }
      for (const call of calls) {
        const item = { type: 'function_call', call_id: `call_${(count += 1)}`, ...call }
        items.push(item)
        send({ type: 'response.output_item.done', response_id, output_index: 0, item })
      }
      const details = status === 'failed' ? { status_details: { type: 'failed', error: limited } } : {}
      send({ type: 'response.done', response: { id: response_id, status, metadata, output: [], ...details } })
    }
  }

  const { origin, close } = await listenOnLoopback(server)
  const fake: FakeRealtime = {
    url: `${origin}/v1`,
    status: null,
    utterances: [],
    reply: () => ({}),
    asks,
    asides,
    sessions,
    keys,
    unknown,
    audioMs: () => audioMs,
    close: async () => {
      for (const client of sockets.clients) client.terminate()
      for (const socket of refused) socket.destroy()
      await close()
    },
  }
  return fake
}

function soundOf(failure: FakeReply['failure'], ms: number): Buffer {
  if (failure === 'text as sound') return Buffer.from('{"error":"this is no sound at all"}'.repeat(20))
  return failure === 'silence' ? Buffer.alloc(Math.max(ms, 4_000) * 48) : tone(ms, 24_000)
}

const pieceBytes = 9_600
const limited = { type: 'requests', code: 'rate_limit_exceeded', message: 'Rate limit reached.' }
const invalid = { type: 'invalid_request_error', code: 'invalid_value', message: 'Not possible.' }
const commitEmpty = {
  type: 'error',
  error: { type: 'invalid_request_error', code: 'input_audio_buffer_commit_empty', message: 'Buffer too small.' },
}
