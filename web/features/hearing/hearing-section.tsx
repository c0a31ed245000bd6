import { ProviderSection } from '../../ui/provider-section.tsx'
import { hearingSettingsQuery, saveHearingSettings } from './hearing-calls.ts'
import { HearingFields } from './hearing-fields.tsx'
import { readHearingForm } from './hearing-form.ts'

/** Who recognises what the workspace's visitors say. For admins. */
export function HearingSection({ workspaceId }: { readonly workspaceId: string }) {
  return (
    <ProviderSection
      workspaceId={workspaceId}
      title="Speech recognition"
      text="Transcribes what visitors say. Without a provider, their browser does it where it can."
      name="recognition"
      query={hearingSettingsQuery(workspaceId)}
      read={readHearingForm}
      save={saveHearingSettings}
      savedText={({ is_on }) => (is_on ? 'Speech recognition saved.' : 'Provider removed.')}
    >
      {(answer) => <HearingFields workspaceId={workspaceId} answer={answer} />}
    </ProviderSection>
  )
}
