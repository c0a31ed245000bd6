import { useState } from 'react'

import { hearingProviders, type HearingProvider } from '#domain/hearing-providers.ts'
import type { HearingSettingsAnswer } from '#protocol/hearing-settings.ts'

import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { KeyField, PlaceFields } from '../../ui/provider-fields.tsx'
import { readTrial } from '../../lib/provider-form.ts'
import { toSaid, TrialButtons, useTrial } from '../../ui/provider-trial.tsx'
import { testHearing } from './hearing-calls.ts'
import { readHearingProvider } from './hearing-form.ts'

interface HearingFieldsProps {
  readonly workspaceId: string
  readonly answer: HearingSettingsAnswer
}

/** The fields of the speech recognition form, with a button that tests the connection before saving. */
export function HearingFields({ workspaceId, answer }: HearingFieldsProps) {
  const { settings, keyLastFour, serverProvider } = answer
  const [provider, setProvider] = useState<HearingProvider | ''>(settings.is_on ? settings.provider : '')
  const { place, busy, said, run } = useTrial<'test'>()
  const known = hearingProviders.find(({ value }) => value === provider)
  const none = { value: '', label: serverProvider === null ? 'The browser’s own' : `The server’s: ${serverProvider}` }
  return (
    <>
      <SelectField
        label="Recognition"
        name="provider"
        value={provider}
        options={[none, ...hearingProviders]}
        onChange={(event) => {
          const { value } = event.currentTarget
          setProvider(hearingProviders.find((each) => each.value === value)?.value ?? '')
        }}
      />
      {known === undefined ? null : (
        <>
          <PlaceFields settings={settings} known={known} />
          <KeyField keyLastFour={keyLastFour} />
          <TrialButtons place={place} said={said}>
            <Button
              size="form"
              disabled={busy !== undefined}
              onClick={() =>
                void run('test', async (form) =>
                  toSaid(
                    await testHearing({ ...readTrial(form), workspaceId, provider: readHearingProvider(form) }),
                    ({ milliseconds }) => `Connected in ${milliseconds} ms`,
                  ),
                )
              }
            >
              {busy === undefined ? 'Test' : 'Testing…'}
            </Button>
          </TrialButtons>
          <TextField
            label="Price"
            name="price"
            inputMode="decimal"
            defaultValue={settings.price}
            hint="Dollars per minute. Counts towards the model’s limits."
          />
        </>
      )}
    </>
  )
}
