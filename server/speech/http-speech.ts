import { createOutboundCall, type OutboundAnswer } from '#backend/http/outbound-fetch.ts'
import type { WebSpeechProvider } from '#domain/speech-providers.ts'
import { ModelError } from '#server/models/language-model.ts'
import { toModelError } from '#server/models/model-error.ts'

import { PcmReader } from './pcm-reader.ts'
import {
  longestSpeechMs,
  speechBytesPerMs,
  speechRate,
  type OpenSpeech,
  type SpeechEndpoint,
  type SpeechRequest,
} from './speech-port.ts'

/** Speech over a provider's own HTTP call. */
export const speakOverHttp: OpenSpeech = async function* speakOverHttp(endpoint, request, signal) {
  const { apiKey, mayCallPrivateAddresses } = endpoint
  if (endpoint.provider === 'command') throw new Error('A program is not called over HTTP')
  const { path, headers, body } = calls[endpoint.provider](endpoint, request)
  const bytesMax = Math.ceil(longestSpeechMs(request.text) * speechBytesPerMs * 2)
  const send = createOutboundCall({ mayCallPrivateAddresses, bytesMax, keepsConnections: true })
  const reader = new PcmReader()
  try {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    const answer = await send(addressOf(endpoint.url, path), init, signal)
    if (answer.status < 200 || answer.status > 299) throw await refusalOf(answer)
    if (/json|text|html|xml/.test(answer.mediaType)) {
      throw new ModelError('broken', 'The provider sent text instead of sound.', { isCharged: true })
    }
    for await (const bytes of answer.body) {
      const pcm = reader.read(bytes)
      if (pcm.length > 0) yield pcm
    }
    reader.end()
  } catch (error) {
    throw toModelError(error, apiKey)
  }
}

interface SpeechCall {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/* Each provider's documented call that streams raw PCM16 at 24 kHz. */
const calls: Readonly<Record<WebSpeechProvider, (endpoint: SpeechEndpoint, request: SpeechRequest) => SpeechCall>> = {
  'openai-compatible': ({ apiKey, model }, { text, voice, speed }) => ({
    path: '/audio/speech',
    headers: bearer(apiKey),
    body: { model, input: text, voice, response_format: 'pcm', ...(speed !== 1 && { speed }) },
  }),
  elevenlabs: ({ apiKey, model }, { text, voice, speed, language }) => ({
    path: `/text-to-speech/${encodeURIComponent(voice)}/stream?output_format=pcm_${speechRate}`,
    headers: apiKey === null ? {} : { 'xi-api-key': apiKey },
    body: {
      text,
      model_id: model,
      // Older models reject it and detect the language from the text.
      ...(language !== undefined && language !== 'en' && model.endsWith('_v2_5') && { language_code: language }),
      ...(speed !== 1 && { voice_settings: { speed } }),
    },
  }),
  deepgram: ({ apiKey }, { text, voice, speed }) => ({
    path:
      `/speak?model=${encodeURIComponent(voice)}&encoding=linear16&sample_rate=${speechRate}&container=none` +
      (speed === 1 ? '' : `&speed=${speed}`),
    headers: apiKey === null ? {} : { authorization: `Token ${apiKey}` },
    body: { text },
  }),
  cartesia: ({ apiKey, model }, { text, voice, speed, language = 'en' }) => ({
    path: '/tts/bytes',
    headers: { 'cartesia-version': '2025-04-16', ...bearer(apiKey) },
    body: {
      model_id: model,
      transcript: text,
      voice: { mode: 'id', id: voice },
      language,
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: speechRate },
      ...(speed !== 1 && { generation_config: { speed } }),
    },
  }),
}

function bearer(apiKey: string | null): Readonly<Record<string, string>> {
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
}

/** The call's path below the endpoint's address, which may have its own query. */
function addressOf(url: string, path: string): string {
  const address = new URL(url)
  const [pathname = '', query = ''] = path.split('?', 2)
  address.pathname = address.pathname.replace(/\/+$/, '') + pathname
  for (const [name, value] of new URLSearchParams(query)) address.searchParams.set(name, value)
  return address.href
}

/** The provider's refusal, in its own words. */
async function refusalOf({ status, retryAfter, body }: OutboundAnswer): Promise<Error> {
  let text = ''
  try {
    for await (const bytes of body) {
      text += Buffer.from(bytes).toString('utf8')
      if (text.length > refusalCharacters) break
    }
  } catch {
    // The start of the message is enough.
  }
  const responseHeaders = { 'retry-after': retryAfter }
  return Object.assign(new Error(messageIn(text)), { statusCode: status, responseHeaders })
}

const refusalCharacters = 2_000

function messageIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    return /"(?:message|detail|err_msg|error)":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(body))?.[1] ?? ''
  } catch {
    return text.startsWith('<') ? '' : text
  }
}
