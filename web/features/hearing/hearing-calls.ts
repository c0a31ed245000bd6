import { queryOptions } from '@tanstack/react-query'

import type {
  HearingSettingsAnswer,
  HearingSettingsChange,
  HearingTestAnswer,
  HearingTrial,
} from '#protocol/hearing-settings.ts'

import { ask } from '../../lib/call-backend.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { submit, type Outcome } from '../../lib/submit.ts'

export function hearingSettingsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'hearing'],
    queryFn: () =>
      ask('settingsFailed', () =>
        fetchAsUser<HearingSettingsAnswer>('GET', `/hearing/v1/settings?workspace=${workspaceId}`),
      ),
  })
}

export function saveHearingSettings(change: HearingSettingsChange): Promise<Outcome<HearingSettingsAnswer>> {
  return submit('Speech recognition was not saved.', () =>
    fetchAsUser<HearingSettingsAnswer>('PUT', '/hearing/v1/settings', change),
  )
}

/** Connects to the provider. */
export function testHearing(trial: HearingTrial): Promise<Outcome<HearingTestAnswer>> {
  return submit('Speech recognition was not tested.', () =>
    fetchAsUser<HearingTestAnswer>('POST', '/hearing/v1/test', trial),
  )
}
