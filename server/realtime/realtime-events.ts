import type { ToolCall } from '#agent/model-tools.ts'
import { parseJsonOrUndefined } from '#backend/http/parse-bounded-json.ts'
import { sentenceOf, textOf } from '#server/hearing/hearing-wire.ts'

import { answerIdOf } from './realtime-wire.ts'

/** A parsed message about an answer. `response` is the provider's id for it. */
export type RealtimeEvent =
  | { readonly type: 'begun'; readonly response: string; readonly ask: string | null }
  | { readonly type: 'sound'; readonly response: string; readonly item: string; readonly pcm: Buffer }
  /** More of the transcript. */
  | { readonly type: 'saying'; readonly response: string; readonly text: string }
  /** The complete transcript of a part. */
  | { readonly type: 'said'; readonly response: string; readonly transcript: string }
  | { readonly type: 'call'; readonly response: string; readonly call: ToolCall }
  | { readonly type: 'done'; readonly response: string; readonly problem: string | null }
  /** Our message with this id was refused. */
  | { readonly type: 'refused'; readonly id: string; readonly sentence: string }

/** Parses the current event names and those of the beta, which compatible servers still use. Null for anything else. */
export function readRealtimeEvent(message: Readonly<Record<string, unknown>>): RealtimeEvent | null {
  const response = textOf(message['response_id'])
  switch (message['type']) {
    case 'response.created': {
      const { id, metadata } = objectOf(message['response'])
      const ask = objectOf(metadata)['ask']
      return { type: 'begun', response: textOf(id), ask: typeof ask === 'string' ? ask : null }
    }
    case 'response.output_audio.delta':
    case 'response.audio.delta': {
      const pcm = Buffer.from(textOf(message['delta']), 'base64')
      return { type: 'sound', response, item: textOf(message['item_id']), pcm }
    }
    case 'response.output_audio_transcript.delta':
    case 'response.audio_transcript.delta':
      return { type: 'saying', response, text: textOf(message['delta']) }
    case 'response.output_audio_transcript.done':
    case 'response.audio_transcript.done':
      return { type: 'said', response, transcript: textOf(message['transcript']) }
    case 'response.output_item.done': {
      const item = objectOf(message['item'])
      if (item['type'] !== 'function_call') return null
      const { call_id, name, arguments: written } = item
      return {
        type: 'call',
        response,
        call: { id: textOf(call_id), name: textOf(name), input: readArguments(textOf(written)) },
      }
    }
    case 'response.done': {
      const { id, status, status_details } = objectOf(message['response'])
      if (status === 'completed') return { type: 'done', response: textOf(id), problem: null }
      const { code, message: reason } = objectOf(objectOf(status_details)['error'])
      return { type: 'done', response: textOf(id), problem: sentenceOf(code) || sentenceOf(reason) || textOf(status) }
    }
    case 'error': {
      const id = answerIdOf(message)
      return id === '' ? null : { type: 'refused', id, sentence: sentenceOf(objectOf(message['error'])['message']) }
    }
    default:
      return null
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

/** A model's arguments; the tool registry refuses anything but an object. */
function readArguments(written: string): unknown {
  return written.length > argumentsMax ? null : parseJsonOrUndefined(written)
}

const argumentsMax = 8_000
