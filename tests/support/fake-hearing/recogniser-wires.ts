import type { IncomingMessage } from 'node:http'

import type { HearingProvider } from '#domain/hearing-providers.ts'

/** What a client's message asks of a recogniser. */
export type Asked =
  | { readonly type: 'audio'; readonly pcm: Buffer }
  | { readonly type: 'flush' | 'keep-alive' | 'goodbye' | 'settings' }
  | { readonly type: 'unknown'; readonly text: string }

/** A provider's documented protocol, from the server's side. */
export interface RecogniserWire {
  readonly path: string
  /** Samples per second of the audio it gets. */
  readonly rate: number
  readonly keyOf: (request: IncomingMessage) => string | null
  readonly read: (data: Buffer, isBinary: boolean) => Asked
  readonly hello: readonly object[]
  readonly partial: (text: string, before: string) => object
  readonly final: (text: string) => object
  readonly failure: object
}

export const recogniserWires: Readonly<Record<HearingProvider, RecogniserWire>> = {
  deepgram: {
    path: '/v1/listen',
    rate: 16_000,
    keyOf: ({ headers }) => headers.authorization?.replace(/^Token /, '') ?? null,
    read(data, isBinary) {
      if (isBinary) return { type: 'audio', pcm: data }
      const kinds = { Finalize: 'flush', KeepAlive: 'keep-alive', CloseStream: 'goodbye' } as const
      const { type } = JSON.parse(data.toString()) as { readonly type: string }
      return type in kinds ? { type: kinds[type as keyof typeof kinds] } : { type: 'unknown', text: data.toString() }
    },
    hello: [],
    partial: (text) => deepgramResults(text, false),
    final: (text) => ({ ...deepgramResults(text, true), from_finalize: true }),
    failure: {
      type: 'Error',
      description: 'Unable to decode the audio.',
      message: 'DATA-0000',
      variant: 'BadAudio',
    },
  },
  elevenlabs: {
    path: '/v1/speech-to-text/realtime',
    rate: 16_000,
    keyOf: ({ headers }) => String(headers['xi-api-key'] ?? ''),
    read(data, isBinary) {
      const message = isBinary ? null : (JSON.parse(data.toString()) as Readonly<Record<string, unknown>>)
      if (message?.['message_type'] !== 'input_audio_chunk') return { type: 'unknown', text: data.toString() }
      if (message['commit'] === true) return { type: 'flush' }
      return { type: 'audio', pcm: Buffer.from(String(message['audio_base_64']), 'base64') }
    },
    hello: [{ message_type: 'session_started', session_id: 's1', config: { sample_rate: 16_000 } }],
    partial: (text) => ({ message_type: 'partial_transcript', text }),
    final: (text) => ({ message_type: 'committed_transcript', text }),
    failure: { message_type: 'rate_limited', error: 'Too many requests.' },
  },
  'openai-compatible': {
    path: '/v1/realtime',
    rate: 24_000,
    keyOf: ({ headers }) => headers.authorization?.replace(/^Bearer /, '') ?? null,
    read(data, isBinary) {
      const message = isBinary ? null : (JSON.parse(data.toString()) as Readonly<Record<string, unknown>>)
      switch (message?.['type']) {
        case 'session.update':
          return { type: 'settings' }
        case 'input_audio_buffer.append':
          return { type: 'audio', pcm: Buffer.from(String(message['audio']), 'base64') }
        case 'input_audio_buffer.commit':
          return { type: 'flush' }
        default:
          return { type: 'unknown', text: data.toString() }
      }
    },
    hello: [{ type: 'session.created', event_id: 'e1', session: { type: 'transcription' } }],
    partial: (text, before) => ({
      type: 'conversation.item.input_audio_transcription.delta',
      item_id: 'item1',
      content_index: 0,
      delta: text.slice(before.length),
    }),
    final: (transcript) => ({
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: 'item1',
      content_index: 0,
      transcript,
    }),
    failure: {
      type: 'error',
      event_id: 'e2',
      error: { type: 'invalid_request_error', code: 'rate_limit_exceeded', message: 'Too many requests.' },
    },
  },
}

function deepgramResults(transcript: string, isFinal: boolean): object {
  return {
    type: 'Results',
    channel_index: [0, 1],
    duration: 1,
    start: 0,
    is_final: isFinal,
    speech_final: isFinal,
    channel: { alternatives: [{ transcript, confidence: 0.93, words: [] }] },
    metadata: { request_id: 'r1' },
  }
}
