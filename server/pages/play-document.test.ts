import { brotliDecompressSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { loadConfig } from '#server/settings/config.ts'

import { toPlayDocument } from './play-document.ts'

test('compresses a page in a window of 64 kB, because larger ones take 33 MB', async () => {
  const html = `<!doctype html>${'<p>Step by step</p>'.repeat(5_000)}`
  const options = { origin: 'http://localhost:3000', encoding: 'br' } as const
  const { body } = await toPlayDocument(loadConfig({}), { html, style: '' }, options)
  // RFC 7932: a first bit of 0 means 16 bits.
  expect((body[0] ?? 1) & 1).toBe(0)
  expect(brotliDecompressSync(body).toString()).toBe(html)
})
