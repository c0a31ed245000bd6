import { Brain } from 'lucide-react'

import type { ModelSettingsAnswer } from '#protocol/model-settings.ts'

import { Notice } from '../../ui/notice.tsx'
import { ProviderSection } from '../../ui/provider-section.tsx'
import { modelCalls } from './model-calls.ts'
import { ModelFields } from './model-fields.tsx'
import { readModelForm } from './model-form.ts'

/** The workspace's language model. For admins. */
export function ModelSection({ workspaceId }: { readonly workspaceId: string }) {
  return (
    <ProviderSection
      workspaceId={workspaceId}
      icon={Brain}
      title="Model"
      text="Puts answers into its own words and writes drafts. Without one, agents quote your notes."
      name="model"
      query={modelCalls.query(workspaceId)}
      read={readModelForm}
      save={modelCalls.save}
      savedText={({ model }) => (model === '' ? 'The model was removed.' : 'The model was saved.')}
      ownName={({ settings }) => (settings.model === '' ? null : settings.model)}
      otherName={({ serverModel }) => (serverModel === null ? 'Not connected' : `The server’s: ${serverModel}`)}
      renderUsed={(answer) => <UsedNotice answer={answer} />}
    >
      {(answer) => <ModelFields workspaceId={workspaceId} answer={answer} />}
    </ProviderSection>
  )
}

function UsedNotice({ answer: { used } }: { readonly answer: ModelSettingsAnswer }) {
  if (used.turns === 0) return null
  return (
    <Notice tone="plain">
      <p>
        This month: {used.turns.toLocaleString('en')} calls, {used.tokens.toLocaleString('en')} tokens, $
        {(used.cents / 100).toFixed(2)}
      </p>
    </Notice>
  )
}
