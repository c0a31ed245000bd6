import type { TalkSpeech } from '#protocol/agent-events.ts'
import type { Services } from '#server/services.ts'

import type { AgentDemo } from './agent-demo.ts'

/** Who speaks and who hears in a talk, and which companies receive text or sound. */
export function talkSpeechOf({ hearings }: Services, { voice }: AgentDemo): TalkSpeech {
  const { processor } = hearings
  return {
    speaking: 'browser',
    hearing: processor === null ? 'browser' : 'provider',
    processors: processor === null ? [] : [processor],
    languages: [voice.lang],
  }
}
