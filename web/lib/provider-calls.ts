import { queryOptions } from '@tanstack/react-query'

import type { ProviderSettingsChange } from '#protocol/provider-settings.ts'

import { ask } from './call-backend.ts'
import { fetchAsUser } from './fetch-as-user.ts'
import { submit, type Outcome } from './submit.ts'

/** The calls for a workspace's own provider, under the path; `noun` as in “The voice was not saved.” */
export function providerCalls<Answer, Form, Tested = never>(path: string, key: string, noun: string) {
  return {
    query: (workspaceId: string) =>
      queryOptions({
        queryKey: ['workspaces', workspaceId, key],
        queryFn: () =>
          ask('settingsFailed', () => fetchAsUser<Answer>('GET', `${path}/settings?workspace=${workspaceId}`)),
      }),
    save: (change: ProviderSettingsChange<Form>): Promise<Outcome<Answer>> =>
      submit(`${noun} was not saved.`, () => fetchAsUser<Answer>('PUT', `${path}/settings`, change)),
    /** Tests the edited settings, saved or not. */
    test: (trial: object): Promise<Outcome<Tested>> =>
      submit(`${noun} was not tested.`, () => fetchAsUser<Tested>('POST', `${path}/test`, trial)),
  }
}
