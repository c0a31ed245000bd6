import type { TalkSpeech } from '#protocol/agent-events.ts'
import type { Services } from '#server/services.ts'
import { processorOf, type WorkspaceSpeech } from '#server/speech/workspace-speech.ts'

import type { AgentDemo } from './agent-demo.ts'

/** Who speaks and who hears in a talk, and which companies receive text or sound. */
export function talkSpeechOf(
  { hearings }: Services,
  { agent, voice }: AgentDemo,
  speech: WorkspaceSpeech | null,
): TalkSpeech {
  const processors = [speech === null ? null : processorOf(speech), hearings.processor]
  return {
    speaking: speech === null ? 'browser' : 'provider',
    hearing: hearings.processor === null ? 'browser' : 'provider',
    processors: [...new Set(processors.flatMap((name) => (name === null || name === '' ? [] : [name])))],
    languages: [voice.lang, ...(agent.languages ?? []).filter((language) => language !== voice.lang)],
  }
}
