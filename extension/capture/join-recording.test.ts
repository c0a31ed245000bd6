import { expect, test } from 'vitest'

import type { RecorderStatus } from '../messages.ts'
import { joinRecording } from './join-recording.ts'

const recorded = { sessionId: 'a' } as RecorderStatus

test('records a frame that asked right before the recording began', async () => {
  const answers = [null, recorded]
  expect(
    await joinRecording(
      async () => answers.shift() ?? null,
      () => true,
    ),
  ).toBe(recorded)
})

test('ignores a frame that isn’t recorded', async () => {
  const answers = [null, recorded]
  expect(
    await joinRecording(
      async () => answers.shift() ?? null,
      () => false,
    ),
  ).toBeNull()
})
