import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { VoiceValue } from '#domain/agent-options.ts'
import type { SpeechStyle } from '#domain/speech-providers.ts'
import { splitSentences } from '#agent/sentences.ts'
import { toSpokenIn } from '#agent/languages/spoken.ts'
import type { Services } from '#server/services.ts'

import { patientDeadlines } from './speech-caller.ts'
import { speechRate } from './speech-port.ts'
import { wavHeader } from './wav-header.ts'
import { voiceIdOf, type WorkspaceSpeech } from './workspace-speech.ts'

/** Synthesises a text in one of our voices as a WAV file, for an author to hear. Rejects with a ModelError. */
export async function speakSample(
  { speech: speeches }: Pick<Services, 'speech'>,
  speech: WorkspaceSpeech,
  workspaceId: string,
  sample: {
    readonly text: string
    readonly voice: VoiceValue
    readonly lang: AgentLanguage
    readonly style: SpeechStyle
  },
): Promise<Uint8Array<ArrayBuffer>> {
  const { text, voice, lang, style } = sample
  const sentences = splitSentences(text).map((sentence) => toSpokenIn(lang, sentence, style.pronunciations))
  const characters = sentences.reduce((sum, sentence) => sum + sentence.length, 0)
  const turn = await speeches.begin(speech, { workspaceId, agentId: null, conversationId: null }, characters)
  const parts: Uint8Array[] = []
  try {
    for (const sentence of sentences) {
      const request = { text: sentence, voice: voiceIdOf(speech, voice, lang), speed: style.speed, language: lang }
      for await (const part of turn.speak(request, new AbortController().signal, patientDeadlines)) parts.push(part)
    }
  } finally {
    turn.close()
  }
  const sound = Buffer.concat(parts)
  return new Uint8Array(Buffer.concat([wavHeader(sound.length, speechRate), sound]))
}
