import { expect, test } from 'vitest'
import { unzipSync } from 'fflate'

import { zipStream, type ZipEntry } from './zip-stream.ts'

async function* entriesOf(...entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries
}

test('others get their turn while a large file is packed', async () => {
  const text = 'notes of a long demo '.repeat(100_000)
  const content = new TextEncoder().encode(text)
  let turns = 0
  let isPacking = true
  const takeTurn = (): void => {
    turns += 1
    if (isPacking) setImmediate(takeTurn)
  }
  takeTurn()
  const parts: Uint8Array[] = []
  for await (const part of zipStream(entriesOf({ name: 'demos.json', isPacked: false, content: [content] }))) {
    parts.push(part)
  }
  isPacking = false
  expect(turns).toBeGreaterThan(30)
  const unpacked = unzipSync(Buffer.concat(parts))['demos.json']
  expect(new TextDecoder().decode(unpacked) === text).toBe(true)
})
