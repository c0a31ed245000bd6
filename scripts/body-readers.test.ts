import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from './tasks.ts'

/* Request bodies are read by readBody, which limits their size, pieces and memory. */

/** The files that read one themselves. Each must call piecesLimit and hold only a bounded part of the body. */
const exceptions = [
  'backend/http/read-body.ts',
  // Checks the pieces of streamed uploads.
  'backend/storage/body-chunks.ts',
  // These three pass the body to bodyChunks.
  'backend/storage/resumable/receive-piece.ts',
  'backend/storage/resumable/write-upload.ts',
  'backend/storage/upload-body.ts',
  // Reads Node's request, without a Request.
  'server/tracking/fast-path.ts',
]

const readsBody = [
  /\b(?:raw|request|req|incoming)\??\.body\b/,
  /\b(?:raw|request|req)\??\.(?:arrayBuffer|blob|bytes|clone|formData|json|parseBody|text)\(/,
  /\bincoming\.(?:on|once)\('data'/,
  /\bbody: AsyncIterable</,
  /\bbody: ReadableStream</,
]

test('only the listed files read request bodies without readBody', () => {
  const files = globSync('{backend,server}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|-suite\.ts$/.test(file),
  )
  const readers = files.filter((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    return readsBody.some((pattern) => pattern.test(code))
  })
  // Reads the answers of other servers.
  const answers: ReadonlySet<string> = new Set(['backend/http/outbound-fetch.ts'])
  expect(readers.filter((file) => !answers.has(file)).toSorted()).toEqual(exceptions.toSorted())
})
