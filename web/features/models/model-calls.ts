import { queryOptions } from '@tanstack/react-query'

import type {
  ModelListAnswer,
  ModelSettingsAnswer,
  ModelSettingsChange,
  ModelTestAnswer,
  ModelTrial,
} from '#protocol/model-settings.ts'

import { ask } from '../../lib/call-backend.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { submit, type Outcome } from '../../lib/submit.ts'

export function modelSettingsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'model'],
    queryFn: () =>
      ask('settingsFailed', () =>
        fetchAsUser<ModelSettingsAnswer>('GET', `/models/v1/settings?workspace=${workspaceId}`),
      ),
  })
}

export function saveModelSettings(change: ModelSettingsChange): Promise<Outcome<ModelSettingsAnswer>> {
  return submit('The model was not saved.', () =>
    fetchAsUser<ModelSettingsAnswer>('PUT', '/models/v1/settings', change),
  )
}

/** Sends one short request to the model. */
export function testModel(trial: ModelTrial): Promise<Outcome<ModelTestAnswer>> {
  return submit('The model was not tested.', () => fetchAsUser<ModelTestAnswer>('POST', '/models/v1/test', trial))
}

export function listModels(trial: Omit<ModelTrial, 'model'>): Promise<Outcome<ModelListAnswer>> {
  return submit('The models were not listed.', () => fetchAsUser<ModelListAnswer>('POST', '/models/v1/list', trial))
}
