import { Mic } from 'lucide-react'

import { hearingProviders } from '#domain/hearing-providers.ts'
import type { HearingSettingsAnswer, HearingSettingsForm } from '#protocol/hearing-settings.ts'
import type { ListeningTestAnswer } from '#protocol/provider-settings.ts'

import { providerCalls } from '../../lib/provider-calls.ts'
import { ListeningSection } from './listening-section.tsx'

const noun = 'Speech recognition'
export const hearingCalls = providerCalls<HearingSettingsAnswer, HearingSettingsForm, ListeningTestAnswer>(
  '/hearing/v1',
  'hearing',
  noun,
)

/** The workspace's speech recognition provider. For admins. */
export function HearingSection({ workspaceId }: { readonly workspaceId: string }) {
  return (
    <ListeningSection
      workspaceId={workspaceId}
      icon={Mic}
      title="Speech recognition"
      text="Transcribes what visitors say. Without a provider, their browser does it if it can."
      name="recognition"
      noun={noun}
      calls={hearingCalls}
      providers={hearingProviders}
      none="The browser’s own"
      readExtra={() => ({})}
    />
  )
}
