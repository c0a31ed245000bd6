import { expect, test } from 'vitest'

import { initialsOf } from './initials.ts'

test.each([
  ['Ada Moreau', 'AM'],
  ['ines.valdez@fernway.example', 'IV'],
  ['ada@example.com', 'A'],
  ['Ana de la Cruz', 'AC'],
  ['李 小龙', '李小'],
  ['  ', ''],
])('%j is %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
