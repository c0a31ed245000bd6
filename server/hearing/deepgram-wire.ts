import { z } from 'zod'

import { baseLanguage } from '#domain/spoken-signs.ts'

import { sentenceOf, textOf, toSocketUrl, type HearingEndpoint, type HearingWire } from './hearing-wire.ts'

/** Deepgram's streaming recognition: binary audio, JSON results. */
export function deepgramWire({ url, apiKey, model }: HearingEndpoint, lang: string): HearingWire {
  return {
    url: toSocketUrl(url, '/listen', {
      model,
      language: baseLanguage(lang),
      encoding: 'linear16',
      sample_rate: '16000',
      channels: '1',
      interim_results: 'true',
      endpointing: '300',
      punctuate: 'true',
      smart_format: 'true',
      // Opts out of training with visitors' voices.
      mip_opt_out: 'true',
    }),
    headers: apiKey === null ? {} : { authorization: `Token ${apiKey}` },
    begin: [],
    encode: (pcm) => pcm,
    flush: JSON.stringify({ type: 'Finalize' }),
    keepAlive: JSON.stringify({ type: 'KeepAlive' }),
    goodbye: JSON.stringify({ type: 'CloseStream' }),
    read(message) {
      if (message['type'] === 'Error' || message['err_code'] !== undefined) {
        return [
          { type: 'failed', problem: 'broken', sentence: sentenceOf(message['description'] ?? message['err_msg']) },
        ]
      }
      if (message['type'] !== 'Results') return []
      const results = resultsShape.safeParse(message)
      if (!results.success) {
        return [{ type: 'failed', problem: 'broken', sentence: 'Results without a transcript.' }]
      }
      const { is_final: isFinal, channel } = results.data
      const [best] = channel.alternatives
      const text = textOf(best?.transcript).trim()
      if (text === '') return [{ type: 'nothing' }]
      return [isFinal ? { type: 'final', text, confidence: best?.confidence ?? null } : { type: 'partial', text }]
    },
  }
}

const resultsShape = z.object({
  is_final: z.boolean().default(false),
  channel: z.object({
    alternatives: z.array(z.object({ transcript: z.string(), confidence: z.number().min(0).max(1).optional() })),
  }),
})
