import { ProviderSection } from '../../ui/provider-section.tsx'
import { hearingSettingsQuery, saveHearingSettings } from './hearing-calls.ts'
import { HearingFields } from './hearing-fields.tsx'
import { readHearingForm } from './hearing-form.ts'

/** The workspace's speech recognition provider. For admins. */
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
      savedText={({ is_on }) => (is_on ? 'Speech recognition was saved.' : 'The provider was removed.')}
    >
      {(answer) => <HearingFields workspaceId={workspaceId} answer={answer} />}
    </ProviderSection>
  )
}
