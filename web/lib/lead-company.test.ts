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

test.each([
  ['Company name *', true],
  ['Your company?', true],
  ['Firma', true],
  ['Ihr Unternehmen', true],
  ['Nom de l’entreprise', true],
  ['Votre société', true],
  ['Nombre de la empresa', true],
  ['How large is your company?', false],
  ['Company size', false],
  ['Companion', false],
])('the label “%s” asks for the company: %s', (label, asks) => {
  expect(companyOf({ fields: [{ label, value: 'Globex' }] })).toBe(asks ? 'Globex' : null)
})
