import { expect, test } from 'vitest'

import { readBody } from './read-body.ts'

function post(pieces: readonly Uint8Array[]) {
  let read = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces[read]
      read += 1
      if (piece === undefined) controller.close()
      else controller.enqueue(piece)
    },
  })
  const init = { method: 'POST', body, duplex: 'half' }
  return { request: new Request('http://understudy.test/', init), read: () => read }
}

test('joins the pieces of a body', async () => {
  const pieces = Array.from({ length: 300 }, (_, at) => new Uint8Array(at).fill(at))
  expect(await readBody(post(pieces).request, 100_000)).toEqual(new Uint8Array(Buffer.concat(pieces)))
  expect(await readBody(post([]).request, 100_000)).toEqual(new Uint8Array(0))
})

test.each([0, 3_000, 44_850, 90_000])('joins the pieces of a body that announces %i bytes', async (announced) => {
  const pieces = Array.from({ length: 300 }, (_, at) => new Uint8Array(at).fill(at))
  const { request } = post(pieces)
  request.headers.set('content-length', String(announced))
  const body = await readBody(request, 100_000)
  expect(body).toEqual(new Uint8Array(Buffer.concat(pieces)))
  expect(body?.buffer.byteLength).toBe(44_850)
})

test('stops reading a body that is too large', async () => {
  expect(await readBody(post([new Uint8Array(10)]).request, 10)).toHaveLength(10)
  expect(await readBody(post([new Uint8Array(10), new Uint8Array(1)]).request, 10)).toBeNull()
})

test('stops reading a body that comes byte by byte', async () => {
  const { request, read } = post(Array.from({ length: 50_000 }, () => new Uint8Array(1)))
  expect(await readBody(request, 1_000_000)).toBeNull()
  expect(read()).toBeLessThan(2_000)
})

test('reads a short body that comes byte by byte', async () => {
  const pieces = Array.from({ length: 1_000 }, () => new Uint8Array(1))
  expect(await readBody(post(pieces).request, 1_000_000)).toHaveLength(1_000)
})

test('drops a body that never ends once newer bodies need the memory', async () => {
  const megabyte = new Uint8Array(1024 * 1024)
  const begin = () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(megabyte) })
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit
    return readBody(new Request('http://understudy.test/', init), 2 * megabyte.byteLength)
  }
  const bodies = Array.from({ length: 130 }, begin)
  expect(await bodies[0]).toBeNull()
  expect(await bodies[1]).toBeNull()
  const kept = await Promise.race([bodies[2], Promise.resolve('waiting')])
  expect(kept).toBe('waiting')
})
