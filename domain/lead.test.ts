import { expect, test } from 'vitest'

import { requiredFields } from './card.ts'
import { leadProblem } from './lead.ts'

test.each([
  [{ email: 'ada@', name: 'Ada' }, 'email'],
  [{ email: 'ada@example.com', name: ' ' }, 'name'],
  [{ email: 'ada@example.com', name: 'Ada' }, 'team'],
  [{ email: 'ada@example.com', name: 'Ada', team: '12' }, 'consent'],
])('a lead form reports the first problem: %j', (answers, fieldId) => {
  const fields = [...requiredFields, { id: 'team', label: 'TEAM', type: 'text', isRequired: true } as const]
  const form = { fields, consentText: 'Yes' }
  expect(leadProblem(form, answers, false)?.fieldId).toBe(fieldId)
  expect(leadProblem({ fields, consentText: null }, { ...answers, ...fine }, false)).toBeNull()
})

const fine = { email: 'ada@example.com', name: 'Ada', team: '12' }
