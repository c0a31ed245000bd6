import type { RecordingTerms } from '#domain/talk-recording.ts'
import type { TalkSpeech } from '#protocol/agent-events.ts'
import { hearingProcessorOf, type WorkspaceHearing } from '#server/hearing/workspace-hearing.ts'
import { processorOf, type WorkspaceSpeech } from '#server/speech/workspace-speech.ts'

import type { AgentDemo } from './agent-demo.ts'

/** Which provider speaks and listens in a conversation, and which companies receive text or audio. */
export function talkSpeechOf(
  { agent, voice }: AgentDemo,
  {
    speech,
    hearing,
    recording,
  }: {
    readonly speech: WorkspaceSpeech | null
    readonly hearing: WorkspaceHearing | null
    readonly recording: RecordingTerms | null
  },
): TalkSpeech {
  const processors = [speech === null ? null : processorOf(speech), hearing && hearingProcessorOf(hearing)]
  return {
    speaking: speech === null ? 'browser' : 'provider',
    hearing: hearing === null ? 'browser' : 'provider',
    processors: [...new Set(processors.flatMap((name) => (name === null || name === '' ? [] : [name])))],
    languages: [voice.lang, ...(agent.languages ?? []).filter((language) => language !== voice.lang)],
    ...(recording !== null && { recording }),
  }
}
