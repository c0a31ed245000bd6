import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { SpeechSettingsAnswer } from '#protocol/speech-settings.ts'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { speechAvailableQuery } from '../../lib/speech-sample.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { saveSpeechSettings, speechSettingsQuery } from './speech-calls.ts'
import { SpeechFields } from './speech-fields.tsx'
import { readSpeechForm } from './speech-form.ts'

/** The workspace's speech provider. For admins. */
export function SpeechSection({ workspaceId }: { readonly workspaceId: string }) {
  const found = useQuery(speechSettingsQuery(workspaceId))
  return (
    <SettingsSection
      title="Voice"
      text="Speaks for your agents. Without a provider, visitors hear their browser’s voice."
    >
      {found.isPending ? <ListSkeleton label="Loading the voice" rows={2} isTall /> : null}
      {found.isError && found.data === undefined ? (
        <ErrorState
          title={failureText(found.error, 'settingsFailed')}
          text={failureHint(found.error)}
          onRetry={() => void found.refetch()}
        />
      ) : null}
      {found.data === undefined ? null : <SpeechForm workspaceId={workspaceId} answer={found.data} />}
    </SettingsSection>
  )
}

interface SpeechFormProps {
  readonly workspaceId: string
  readonly answer: SpeechSettingsAnswer
}

function SpeechForm({ workspaceId, answer }: SpeechFormProps) {
  const queries = useQueryClient()
  const [round, setRound] = useState(1)
  const { used } = answer
  return (
    <>
      {used.characters === 0 ? null : (
        <Notice tone="plain">
          <p>
            This month: {used.characters.toLocaleString('en')} characters, ${(used.cents / 100).toFixed(2)}
          </p>
        </Notice>
      )}
      <CallForm
        key={round}
        submitLabel="Save voice"
        busyLabel="Saving…"
        tone="plain"
        onSubmit={async (form) => {
          const settings = readSpeechForm(form)
          if (typeof settings === 'string') return { ok: false, text: 'The voice was not saved.', hint: settings }
          const apiKey = String(form.get('apiKey') ?? '').trim()
          const removesKey = form.get('removesKey') === 'on'
          const outcome = await saveSpeechSettings({
            workspaceId,
            settings,
            ...(removesKey ? { apiKey: '' } : apiKey !== '' && { apiKey }),
          })
          if (!outcome.ok) return outcome
          queries.setQueryData(speechSettingsQuery(workspaceId).queryKey, outcome.value)
          void queries.invalidateQueries({ queryKey: speechAvailableQuery(workspaceId).queryKey })
          setRound(round + 1)
          showToast({ text: settings.is_on ? 'The voice was saved.' : 'The provider was removed.' })
          return { ok: true }
        }}
      >
        {() => <SpeechFields workspaceId={workspaceId} answer={answer} />}
      </CallForm>
    </>
  )
}
