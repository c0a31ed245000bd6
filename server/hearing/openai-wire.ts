import { baseLanguage } from '#domain/spoken-signs.ts'

import {
  sentenceOf,
  textOf,
  toSocketUrl,
  type HearingEndpoint,
  type HearingWire,
  type WireEvent,
} from './hearing-wire.ts'
import { createUpsampler } from './upsample.ts'

/**
 * A transcription session of OpenAI's Realtime API, or a compatible one: 24 kHz audio as base64, finalised by a commit.
 */
export function openAiWire({ url, apiKey, model }: HearingEndpoint, lang: string): HearingWire {
  const session = {
    type: 'transcription',
    audio: {
      input: {
        format: { type: 'audio/pcm', rate: 24_000 },
        transcription: { model, language: baseLanguage(lang) },
        // Our own end-of-speech detection commits; the fast models have none.
        turn_detection: null,
      },
    },
  }
  return openAiSession({ url, apiKey }, { intent: 'transcription' }, session)
}

/** A Realtime API session that transcribes; `session` adds other settings. */
export function openAiSession(
  { url, apiKey }: Pick<HearingEndpoint, 'url' | 'apiKey'>,
  query: Readonly<Record<string, string>>,
  session: object,
): HearingWire {
  const upsample = createUpsampler()
  return {
    url: toSocketUrl(url, '/realtime', query),
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    begin: [JSON.stringify({ type: 'session.update', session })],
    encode: (pcm) => JSON.stringify({ type: 'input_audio_buffer.append', audio: upsample(pcm).toString('base64') }),
    flush: JSON.stringify({ type: 'input_audio_buffer.commit' }),
    keepAlive: null,
    goodbye: null,
    read: readTranscription(),
  }
}

/** Parses what a session says about a visitor's words. */
function readTranscription(): HearingWire['read'] {
  const spoken = new Map<string, string>()
  return (message): readonly WireEvent[] => {
    const item = textOf(message['item_id'])
    switch (message['type']) {
      case 'conversation.item.input_audio_transcription.delta': {
        const text = ((spoken.get(item) ?? '') + textOf(message['delta'])).slice(0, textMax)
        if (spoken.size > itemsMax) spoken.clear()
        spoken.set(item, text)
        return text.trim() === '' ? [] : [{ type: 'partial', text: text.trim() }]
      }
      case 'conversation.item.input_audio_transcription.completed': {
        spoken.delete(item)
        const text = textOf(message['transcript']).trim()
        return [text === '' ? { type: 'nothing' } : { type: 'final', text, confidence: null }]
      }
      case 'conversation.item.input_audio_transcription.failed':
      case 'error':
        return readError(message['error'])
      default:
        return []
    }
  }
}

function readError(error: unknown): readonly WireEvent[] {
  const { code, message, type } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  // Less than 100 ms to commit.
  if (code === 'input_audio_buffer_commit_empty') return [{ type: 'nothing' }]
  const name = `${textOf(code)} ${textOf(type)}`
  const problem = /rate_limit|quota|overloaded|server_error/.test(name)
    ? 'busy'
    : /auth|api_key|permission|model_not_found/.test(name)
      ? 'refused'
      : 'broken'
  return [{ type: 'failed', problem, sentence: sentenceOf(message) || name.trim() }]
}

const itemsMax = 20
const textMax = 10_000
