import { expect, test } from 'vitest'

import { plainDemoLook } from '#domain/demo-look.ts'

import { usedVariables } from './used-variables.ts'

test('lists every variable of a demo once', () => {
  const look = {
    ...plainDemoLook,
    variables: [{ name: 'Company', fallback: 'there' }],
    cover: { ...plainDemoLook.cover, title: 'For {{company}} and {{fleet|40}} vans' },
  }
  expect(usedVariables(look, [], [])).toEqual(['company', 'fleet'])
  expect(usedVariables(undefined, [], [])).toEqual(['company'])
})
