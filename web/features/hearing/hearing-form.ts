import { hearingProviders, type HearingProvider } from '#domain/hearing-providers.ts'
import type { HearingSettingsForm } from '#protocol/hearing-settings.ts'

import { ProviderFormReader } from '../../lib/provider-form.ts'

/** The settings in a submitted form; a string is the message about an invalid field. */
export function readHearingForm(form: FormData): HearingSettingsForm | string {
  const reader = new ProviderFormReader(form)
  return reader.settle<HearingSettingsForm>({
    is_on: reader.text('provider') !== '',
    provider: readHearingProvider(form),
    url: reader.text('url'),
    model: reader.text('model'),
    price: reader.number('price', 'Price') ?? 0,
  })
}

export function readHearingProvider(form: FormData): HearingProvider {
  const written = String(form.get('provider'))
  return hearingProviders.find(({ value }) => value === written)?.value ?? 'deepgram'
}
