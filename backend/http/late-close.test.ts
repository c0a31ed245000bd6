import { expect, test } from 'vitest'

import { isLateClose } from './late-close.ts'

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
  expect(isLateClose(ended)).toBe(true)
  expect(isLateClose(new TypeError('Controller is already closed'))).toBe(false)
  expect(isLateClose(new Error('Out of memory'))).toBe(false)
})
