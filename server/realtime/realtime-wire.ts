import { baseLanguage } from '#domain/spoken-signs.ts'
import { textOf, type HearingWire } from '#server/hearing/hearing-wire.ts'
import { openAiSession } from '#server/hearing/openai-wire.ts'
import type { ServerRealtime } from '#server/settings/realtime-settings.ts'

/**
 * A speech-to-speech session of OpenAI's Realtime API, or a compatible one. It recognises speech like the protocols of
 * hearing/hearing-wires.ts; answers are requested turn by turn (`RealtimeSession`).
 */
export function realtimeWire(
  { url, apiKey, model, voice, transcriptionModel }: ServerRealtime,
  lang: string,
): HearingWire {
  const format = { type: 'audio/pcm', rate: 24_000 }
  const session = {
    type: 'realtime',
    output_modalities: ['audio'],
    audio: {
      input: {
        format,
        transcription: { model: transcriptionModel, language: baseLanguage(lang) },
        // The browser detects the end of a turn, and the provider answers only on request.
        turn_detection: null,
      },
      output: { format, voice },
    },
    tools: [],
  }
  const wire = openAiSession({ url, apiKey }, { model }, session)
  // Errors of an answer's own messages are handled by the session.
  return {
    ...wire,
    read: (message) => (message['type'] === 'error' && answerIdOf(message) !== '' ? [] : wire.read(message)),
  }
}

/** The id of our message that an error refers to; '' for others. */
export function answerIdOf({ error }: Readonly<Record<string, unknown>>): string {
  const id = typeof error === 'object' && error !== null && 'event_id' in error ? textOf(error.event_id) : ''
  return /^(?:ask|aside)-/.test(id) ? id : ''
}
