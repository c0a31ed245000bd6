import { expect, test } from 'vitest'

import { QueueFull } from './fair-queue.ts'
import { createUploadQueue } from './upload-queue.ts'

const slowMs = 50

function upload(key: string, body: BodyInit) {
  const init = { method: 'POST', body, duplex: 'half' }
  return { key, request: new Request('http://understudy.test/', init), bytesMax: 1_000 }
}

/** Sends one byte and nothing more. */
function stalled(key: string) {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(1)),
    cancel: () => void (isCancelled = true),
  })
  return { ...upload(key, body), isCancelled: () => isCancelled }
}

const length = async (body: Uint8Array | null) => body?.byteLength ?? null

test('receives a body, and says when it is too large', async () => {
  const uploads = createUploadQueue({ concurrent: 1, waiting: 4, waitingPerKey: 4, slowMs })
  await expect(uploads.receive(upload('one', 'x'.repeat(1_000)), length)).resolves.toBe(1_000)
  await expect(uploads.receive(upload('one', 'x'.repeat(1_001)), length)).resolves.toBeNull()
})

test("gives a stalled upload's slot to waiting uploads", async () => {
  const uploads = createUploadQueue({ concurrent: 1, waiting: 4, waitingPerKey: 4, slowMs })
  const hostile = stalled('one')
  const answers = [hostile, upload('two', 'x'.repeat(1_000))].map((each) => uploads.receive(each, length))
  const [dropped, received] = await Promise.allSettled(answers)
  expect(dropped).toMatchObject({ reason: expect.any(QueueFull) as unknown })
  expect(received).toMatchObject({ value: 1_000 })
  expect(hostile.isCancelled()).toBe(true)
})

test('keeps a slow upload while no other one waits', async () => {
  const uploads = createUploadQueue({ concurrent: 1, waiting: 4, waitingPerKey: 4, slowMs })
  let timer: ReturnType<typeof setTimeout> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new Uint8Array(1))
      timer = setTimeout(() => controller.close(), slowMs * 3)
    },
    cancel: () => clearTimeout(timer),
  })
  await expect(uploads.receive(upload('one', body), length)).resolves.toBe(1)
})
