import { expect, test } from 'vitest'

import { toLimitText } from '../../lib/provider-form.ts'
import { limitFields, readModelForm } from './model-form.ts'

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('reads dollars as cents, and empty limits as none', () => {
  const settings = readModelForm(
    formOf({
      provider: 'mistral',
      model: ' small ',
      monthly_budget_cents: '12.50',
      daily_tokens_max: '1000',
      price_in: '0,15',
    }),
  )
  expect(settings).toMatchObject({
    provider: 'mistral',
    model: 'small',
    url: '',
    monthly_budget_cents: 1_250,
    daily_tokens_max: 1_000,
    daily_budget_cents: null,
    price_in: 0.15,
    price_out: 0,
  })
})

test.each(['abc', '-1', '1e99'])('says which field “%s” is in', (written) => {
  expect(readModelForm(formOf({ daily_budget_cents: written }))).toBe('“Dollars per day” is not a valid number.')
})

test('shows a limit as it was entered', () => {
  expect(limitFields.map(({ name }) => toLimitText(name, 250))).toEqual([
    '2.5',
    '2.5',
    '2.5',
    '2.5',
    '250',
    '250',
    '250',
  ])
  expect(toLimitText('daily_tokens_max', null)).toBe('')
})
