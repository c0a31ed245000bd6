import { expect, test } from 'vitest'

import { toSpokenText } from './spoken-text.ts'

test.each([
  ['The team plan is $29/mo.', 'The team plan is 29 dollars per month.'],
  ['It is $1 or €2.50 or 30 €', 'It is 1 dollar or 2.50 euros or 30 euros'],
  ['They raised $3m', 'They raised 3 million dollars'],
  ['See https://www.example.com/docs/a?b=c.', 'See example dot com.'],
  ['Write to help@example.com', 'Write to help at example dot com'],
  ['Saves 30% or 10–20%', 'Saves 30 percent or 10 to 20 percent'],
  ['Roles, e.g. admins & editors', 'Roles, for example admins and editors'],
  ['Settings → Users', 'Settings, then Users'],
  ['Issue #12', 'Issue number 12'],
  ['Click "Authorize"', 'Click Authorize'],
  ['Nothing to change here.', 'Nothing to change here.'],
])('says %j as %j', (caption, spoken) => {
  expect(toSpokenText(caption)).toBe(spoken)
})
