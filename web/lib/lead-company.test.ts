import { expect, test } from 'vitest'

import { companyOf } from './lead-company.ts'

test('finds the company by the question’s label, and none in an empty answer', () => {
  const answered = (label: string, value: string) =>
    companyOf({
      fields: [
        { label: 'Role', value: 'Owner' },
        { label, value },
      ],
    })
  expect([answered('COMPANY', ' Globex '), answered('Organisation', 'Ada & Co'), answered('Company', ' ')]).toEqual([
    'Globex',
    'Ada & Co',
    null,
  ])
})
