import { expect, test } from 'vitest'

import { findStepFor } from './find-step-for.ts'

const steps = [{ title: 'Open the dashboard' }, { title: 'Schedule an export' }, { title: null }]

test('finds the step whose title a question shares words with', () => {
  expect(findStepFor('How do I schedule an export?', steps)).toBe(steps[1])
  expect(findStepFor('What is on the dashboards?', steps)).toBe(steps[0])
})

test('finds none for a question about something else', () => {
  expect(findStepFor('What does it cost?', steps)).toBeNull()
  expect(findStepFor('', [])).toBeNull()
})
