import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ModelSettingsAnswer } from '#protocol/model-settings.ts'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { modelSettingsQuery, saveModelSettings } from './model-calls.ts'
import { ModelFields } from './model-fields.tsx'
import { readModelForm } from './model-form.ts'

/** The workspace's language model. For admins. */
export function ModelSection({ workspaceId }: { readonly workspaceId: string }) {
  const found = useQuery(modelSettingsQuery(workspaceId))
  return (
    <SettingsSection
      title="Model"
      text="Words your agents’ answers and writes drafts. Without one, agents quote your notes."
    >
      {found.isPending ? <ListSkeleton label="Loading the model" rows={2} isTall /> : null}
      {found.isError && found.data === undefined ? (
        <ErrorState
          title={failureText(found.error, 'settingsFailed')}
          text={failureHint(found.error)}
          onRetry={() => void found.refetch()}
        />
      ) : null}
      {found.data === undefined ? null : <ModelForm workspaceId={workspaceId} answer={found.data} />}
    </SettingsSection>
  )
}

interface ModelFormProps {
  readonly workspaceId: string
  readonly answer: ModelSettingsAnswer
}

function ModelForm({ workspaceId, answer }: ModelFormProps) {
  const queries = useQueryClient()
  const [round, setRound] = useState(1)
  return (
    <>
      <UsedNotice answer={answer} />
      <CallForm
        key={round}
        submitLabel="Save model"
        busyLabel="Saving…"
        tone="plain"
        onSubmit={async (form) => {
          const settings = readModelForm(form)
          if (typeof settings === 'string') return { ok: false, text: 'The model was not saved.', hint: settings }
          const apiKey = String(form.get('apiKey') ?? '').trim()
          const removesKey = form.get('removesKey') === 'on'
          const outcome = await saveModelSettings({
            workspaceId,
            settings,
            ...(removesKey ? { apiKey: '' } : apiKey !== '' && { apiKey }),
          })
          if (!outcome.ok) return outcome
          queries.setQueryData(modelSettingsQuery(workspaceId).queryKey, outcome.value)
          setRound(round + 1)
          showToast({ text: settings.model === '' ? 'The model was removed.' : 'The model was saved.' })
          return { ok: true }
        }}
      >
        {() => <ModelFields workspaceId={workspaceId} answer={answer} />}
      </CallForm>
    </>
  )
}

function UsedNotice({ answer: { used, serverModel, settings } }: { readonly answer: ModelSettingsAnswer }) {
  const model = settings.model === '' ? serverModel : settings.model
  if (model === null && used.turns === 0) return null
  return (
    <Notice tone="plain">
      {model === null ? null : (
        <p>
          {settings.model === '' ? 'The server’s model' : 'Model'}: {model}
        </p>
      )}
      <p>
        This month: {used.turns.toLocaleString('en')} calls, {used.tokens.toLocaleString('en')} tokens, $
        {(used.cents / 100).toFixed(2)}
      </p>
    </Notice>
  )
}
