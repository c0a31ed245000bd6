import { useQuery } from '@tanstack/react-query'

import type { VoiceOption } from '#domain/agent-options.ts'

import { playSample, speechAvailableQuery, toSpokenText } from '../../lib/speech-sample.ts'
import { ListenButton } from '../../ui/listen-button.tsx'
import { useAgent } from './agent-context.ts'

/** A voice sample as visitors hear it, with the draft's speed and pronunciations. */
export function VoiceSample({ voice, text }: { readonly voice: VoiceOption; readonly text: string }) {
  const { agent, canEdit } = useAgent()
  const isProvided = useQuery({ ...speechAvailableQuery(agent.workspace_id), enabled: canEdit }).data === true
  const { workspace_id: workspaceId, speed, pronunciations } = agent
  const [lang] = agent.languages
  return (
    <ListenButton
      voice={voice}
      text={text}
      speed={speed}
      lang={lang}
      toSpoken={() => toSpokenText(workspaceId, text, pronunciations, lang)}
      play={
        isProvided
          ? (signal) => playSample({ workspaceId, voice: voice.value, text, lang, speed, pronunciations }, signal)
          : undefined
      }
    />
  )
}
