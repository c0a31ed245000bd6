import { expect, test } from 'vitest'

import { createRateLimit } from './host-commands.ts'

test('drops commands beyond the limit until the second is over', () => {
  const isTooMany = createRateLimit(2)
  expect([0, 10, 20, 999, 1_000, 1_001, 1_002].map(isTooMany)).toEqual([false, false, true, true, false, false, true])
})
