import { MessagesSquare } from 'lucide-react'

import { realtimeProviders } from '#domain/realtime-providers.ts'
import type { RealtimeSettingsAnswer, RealtimeSettingsForm } from '#protocol/realtime-settings.ts'
import type { ListeningTestAnswer } from '#protocol/provider-settings.ts'

import { providerCalls } from '../../lib/provider-calls.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ListeningSection } from './listening-section.tsx'

const noun = 'Speech to speech'
const [known] = realtimeProviders
export const realtimeCalls = providerCalls<RealtimeSettingsAnswer, RealtimeSettingsForm, ListeningTestAnswer>(
  '/speech-to-speech/v1',
  'speech-to-speech',
  noun,
)

/** The workspace's speech-to-speech provider. For admins. */
export function RealtimeSection({ workspaceId }: { readonly workspaceId: string }) {
  return (
    <ListeningSection
      workspaceId={workspaceId}
      icon={MessagesSquare}
      title="Speech to speech"
      text="One model listens and speaks. Greetings, scripts and bookings still use the voice above."
      name="speech to speech"
      noun={noun}
      calls={realtimeCalls}
      providers={realtimeProviders}
      none="Off"
      readExtra={(reader) => ({
        voice: reader.text('voice'),
        transcription_model: reader.text('transcription_model'),
      })}
      renderExtra={({ voice, transcription_model }) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Voice id"
            name="voice"
            defaultValue={voice}
            placeholder={known.voice}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            label="Transcription model"
            name="transcription_model"
            defaultValue={transcription_model}
            placeholder={known.transcriptionModel}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      )}
    />
  )
}
