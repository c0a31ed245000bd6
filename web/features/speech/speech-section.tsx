import { useQueryClient } from '@tanstack/react-query'
import { AudioLines } from 'lucide-react'

import { speechProviders } from '#domain/speech-providers.ts'
import type { SpeechSettingsAnswer, SpeechSettingsForm } from '#protocol/speech-settings.ts'

import { providerCalls } from '../../lib/provider-calls.ts'
import { speechAvailableQuery } from '../../lib/speech-sample.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProviderSection } from '../../ui/provider-section.tsx'
import { noSpeechProvider, SpeechFields } from './speech-fields.tsx'
import { readSpeechForm } from './speech-form.ts'

export const speechCalls = providerCalls<SpeechSettingsAnswer, SpeechSettingsForm>('/speech/v1', 'speech', 'The voice')

/** The workspace's speech provider. For admins. */
export function SpeechSection({ workspaceId }: { readonly workspaceId: string }) {
  const queries = useQueryClient()
  return (
    <ProviderSection
      workspaceId={workspaceId}
      icon={AudioLines}
      title="Voice"
      text="Speaks for your agents. Without a provider, visitors hear their browser’s voice."
      name="voice"
      query={speechCalls.query(workspaceId)}
      read={readSpeechForm}
      save={speechCalls.save}
      savedText={({ is_on }) => (is_on ? 'The voice was saved.' : 'The provider was removed.')}
      onSaved={() => void queries.invalidateQueries({ queryKey: speechAvailableQuery(workspaceId).queryKey })}
      ownName={({ settings }) =>
        settings.is_on ? (speechProviders.find(({ value }) => value === settings.provider)?.label ?? null) : null
      }
      otherName={({ serverProvider }) => noSpeechProvider(serverProvider)}
      renderUsed={({ used }) =>
        used.characters === 0 ? null : (
          <Notice tone="plain">
            <p>
              This month: {used.characters.toLocaleString('en')} characters, ${(used.cents / 100).toFixed(2)}
            </p>
          </Notice>
        )
      }
    >
      {(answer) => <SpeechFields workspaceId={workspaceId} answer={answer} />}
    </ProviderSection>
  )
}
