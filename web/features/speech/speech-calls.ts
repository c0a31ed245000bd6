import { queryOptions } from '@tanstack/react-query'

import type { SpeechSettingsAnswer, SpeechSettingsChange } from '#protocol/speech-settings.ts'

import { ask } from '../../lib/call-backend.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { submit, type Outcome } from '../../lib/submit.ts'

export function speechSettingsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'speech'],
    queryFn: () =>
      ask('settingsFailed', () =>
        fetchAsUser<SpeechSettingsAnswer>('GET', `/speech/v1/settings?workspace=${workspaceId}`),
      ),
  })
}

export function saveSpeechSettings(change: SpeechSettingsChange): Promise<Outcome<SpeechSettingsAnswer>> {
  return submit('The voice was not saved.', () =>
    fetchAsUser<SpeechSettingsAnswer>('PUT', '/speech/v1/settings', change),
  )
}
