import type {
  ModelListAnswer,
  ModelSettingsAnswer,
  ModelSettingsForm,
  ModelTestAnswer,
  ModelTrial,
} from '#protocol/model-settings.ts'

import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { providerCalls } from '../../lib/provider-calls.ts'
import { submit, type Outcome } from '../../lib/submit.ts'

export const modelCalls = providerCalls<ModelSettingsAnswer, ModelSettingsForm, ModelTestAnswer>(
  '/models/v1',
  'model',
  'The model',
)

export function listModels(trial: Omit<ModelTrial, 'model'>): Promise<Outcome<ModelListAnswer>> {
  return submit('The models were not listed.', () => fetchAsUser<ModelListAnswer>('POST', '/models/v1/list', trial))
}
