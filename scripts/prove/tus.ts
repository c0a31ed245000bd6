import { createHash, randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'

import { createClient } from '@supabase/supabase-js'
import { Upload } from 'tus-js-client'

import { roleKey } from '#server/role-keys.ts'
import { freePort, startServer, type ServerProcess } from '#support/server-process.ts'

/*
 * npm run prove -- tus [--megabytes 200] [--interruptions 10]
 * One resumable upload by tus-js-client, during which the server is killed again and again; it must end whole.
 */
const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '200' }, interruptions: { type: 'string', default: '10' } },
})
const size = Number(values.megabytes) * 1_000_000
const interruptions = Number(values.interruptions)
const secret = randomBytes(32).toString('hex')
const port = await freePort()
const env = { JWT_SECRET: secret, FILE_SIZE_LIMIT: String(Math.max(size, 50 * 1024 * 1024)), LOG_LEVEL: 'silent' }
const first = await startServer({ port, env })
const key = roleKey('service_role', secret)
const { storage } = createClient(first.url, key, { auth: { persistSession: false } })
await storage.createBucket('proof', { public: false })

const content = randomBytes(size)
let server: ServerProcess = first
let kills = 0
let isKilling = false
await new Promise<void>((resolve, reject) => {
  const upload = new Upload(content, {
    endpoint: `${first.url}/storage/v1/upload/resumable`,
    headers: { authorization: `Bearer ${key}` },
    metadata: { bucketName: 'proof', objectName: 'large.bin', contentType: 'application/octet-stream' },
    chunkSize: 6 * 1024 * 1024,
    retryDelays: Array.from({ length: 500 }, () => 500),
    onProgress: (sent) => {
      if (isKilling || kills >= interruptions || sent < ((kills + 0.5) * size) / interruptions) return
      isKilling = true
      void killAndStart().catch(reject)
    },
    onSuccess: () => resolve(),
    onError: reject,
  })
  upload.start()
})
const { data } = await storage.from('proof').download('large.bin')
const received = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())
await server.stop()
const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const isWhole = sum(received) === sum(content)
console.log(`tus: ${size} bytes, killed ${kills} times, ${isWhole ? 'whole' : 'damaged'}`)
process.exit(isWhole && kills === interruptions ? 0 : 1)

async function killAndStart(): Promise<void> {
  await server.kill()
  kills += 1
  server = await startServer({ port, dataDir: first.dataDir, env })
  isKilling = false
}
