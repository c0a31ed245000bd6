import { describe, expect, test } from 'vitest'

import { demoIdOf, emptySetup, readSetupForm } from './setup-form.ts'

describe('a stored setup', () => {
  test('round-trips', () => {
    const typed = {
      ...emptySetup,
      agentName: 'Mia',
      agentVoice: 'female_friendly',
      personality: 'consultative',
      salesProcess: 'Ask for the team size.',
    } as const
    expect(readSetupForm(JSON.parse(JSON.stringify(typed)))).toEqual(typed)
  })

  test.each([[null], ['text'], [42], [{ agentVoice: 'robot', personality: 'rude', agentName: 7, password: 'secret' }]])(
    'falls back to the defaults for %j',
    (stored) => {
      expect(readSetupForm(stored)).toEqual(emptySetup)
    },
  )
})

test.each([
  ['https://demos.example/demo/5a3d1e00-0000-4000-8000-000000000001/play', '5a3d1e00-0000-4000-8000-000000000001'],
  ['/demo/5A3D1E00-0000-4000-8000-000000000001/play?step=2', '5a3d1e00-0000-4000-8000-000000000001'],
  ['https://example.com/', null],
  ['', null],
])('the demo of %s', (address, id) => {
  expect(demoIdOf(address)).toBe(id)
})
