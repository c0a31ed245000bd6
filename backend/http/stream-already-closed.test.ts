import { expect, test } from 'vitest'

import { isStreamAlreadyClosed } from './stream-already-closed.ts'

test('recognises the error of a stream that was closed twice, and no other', async () => {
  const ended = await new Promise<Error>((resolve) => {
    void new ReadableStream({
      start: (controller) => {
        controller.close()
        try {
          controller.close()
        } catch (error) {
          resolve(error as Error)
        }
      },
    })
  })
  expect(isStreamAlreadyClosed(ended)).toBe(true)
  expect(isStreamAlreadyClosed(new TypeError('Controller is already closed'))).toBe(false)
  expect(isStreamAlreadyClosed(new Error('Out of memory'))).toBe(false)
})
