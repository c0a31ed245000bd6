import { baseLanguage } from '#domain/spoken-signs.ts'

import type { HearingProblem } from './hearing-line.ts'
import { sentenceOf, textOf, toSocketUrl, type HearingEndpoint, type HearingWire } from './hearing-wire.ts'

/** ElevenLabs' realtime speech to text: audio as base64 in JSON, finalised by a commit. */
export function elevenLabsWire({ url, apiKey, model }: HearingEndpoint, lang: string): HearingWire {
  const chunk = (audio: string, commit: boolean): string =>
    JSON.stringify({ message_type: 'input_audio_chunk', audio_base_64: audio, commit, sample_rate: 16_000 })
  return {
    url: toSocketUrl(url, '/speech-to-text/realtime', {
      model_id: model,
      language_code: baseLanguage(lang),
      audio_format: 'pcm_16000',
      commit_strategy: 'manual',
    }),
    headers: apiKey === null ? {} : { 'xi-api-key': apiKey },
    begin: [],
    encode: (pcm) => chunk(pcm.toString('base64'), false),
    flush: chunk('', true),
    keepAlive: null,
    goodbye: null,
    read(message) {
      const kind = textOf(message['message_type'])
      const text = textOf(message['text']).trim()
      if (kind === 'partial_transcript') return [text === '' ? { type: 'nothing' } : { type: 'partial', text }]
      if (kind === 'committed_transcript') {
        return [text === '' ? { type: 'nothing' } : { type: 'final', text, confidence: null }]
      }
      if (harmless.has(kind)) return [{ type: 'nothing' }]
      const problem = problems[kind]
      return problem === undefined ? [] : [{ type: 'failed', problem, sentence: sentenceOf(message['error']) || kind }]
    },
  }
}

/** A commit with too little audio, or too soon after the last. */
const harmless: ReadonlySet<string> = new Set(['insufficient_audio_activity', 'commit_throttled'])

const problems: Readonly<Record<string, HearingProblem>> = {
  auth_error: 'refused',
  unaccepted_terms: 'refused',
  quota_exceeded: 'busy',
  rate_limited: 'busy',
  queue_overflow: 'busy',
  resource_exhausted: 'busy',
  session_time_limit_exceeded: 'closed',
  chunk_size_exceeded: 'broken',
  input_error: 'broken',
  transcriber_error: 'broken',
  error: 'broken',
}
