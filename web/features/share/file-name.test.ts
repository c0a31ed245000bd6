import { expect, test } from 'vitest'

import { fileNameOf } from './file-name.ts'

test('makes names that every file system accepts', () => {
  expect(fileNameOf('Plan a day of deliveries')).toBe('plan-a-day-of-deliveries')
  expect(fileNameOf('../../etc/passwd: "x" <y>|*?')).toBe('etc-passwd-x-y')
  expect(fileNameOf('Überblick für Łódź')).toBe('überblick-für-łódź')
  expect(fileNameOf('…')).toBe('demo')
  expect(fileNameOf('a'.repeat(300))).toHaveLength(60)
})
