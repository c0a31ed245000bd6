import { createHash, randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'

import { createClient } from '@supabase/supabase-js'

import { roleKey } from '#server/role-keys.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { freePort, startServer, type ServerProcess } from '#support/server-process.ts'

/*
 * npm run prove -- storage-kills [--kills 200] [--seed 1] [--seconds 3600]
 * Uploads of all sizes while the server is killed at random moments. What was acknowledged must be there, byte for byte;
 * what was not may be there, but whole.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '3600' },
  },
})
const random = seededRandom(Number(values.seed))
const endsAtMs = Date.now() + Number(values.seconds) * 1000
const secret = randomBytes(32).toString('hex')
const port = await freePort()
const env = { JWT_SECRET: secret, LOG_LEVEL: 'silent' }
let server: ServerProcess = await startServer({ port, env })
const { dataDir, url } = server
const options = { auth: { persistSession: false } }
const { storage } = createClient(url, roleKey('service_role', secret), options)
await storage.createBucket('proof', { public: false })

/** What each name was sent with, and whether the server said that it has it. */
const sent = new Map<string, { readonly sha256: string; acknowledged: boolean }>()
const unchecked = new Set<string>()
const counts = { kills: 0, acknowledged: 0, lost: 0, damaged: 0 }

while (counts.kills < Number(values.kills) && Date.now() < endsAtMs) {
  const running = new AbortController()
  const load = Promise.all([0, 1, 2, 3].map(() => uploadUntil(running.signal)))
  await new Promise((resolve) => setTimeout(resolve, 200 + random(1_500)))
  running.abort()
  await server.kill()
  await load
  counts.kills += 1
  server = await startServer({ port, dataDir, env })
  await check()
}
await server.stop()
console.log(
  `storage-kills, seed ${values.seed}: killed ${counts.kills} times, ${sent.size} tried, ` +
    `${counts.acknowledged} acknowledged, ${counts.lost} lost, ${counts.damaged} damaged`,
)
process.exit(counts.lost + counts.damaged === 0 ? 0 : 1)

async function uploadUntil(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const content = randomBytes(Math.floor((random(1_000) / 1_000) ** 4 * 15_000_000))
    const name = `${sent.size}.bin`
    const upload = { sha256: createHash('sha256').update(content).digest('hex'), acknowledged: false }
    sent.set(name, upload)
    unchecked.add(name)
    const { error } = await storage.from('proof').upload(name, content, { contentType: 'application/octet-stream' })
    if (error !== null) return
    upload.acknowledged = true
    counts.acknowledged += 1
  }
}

async function check(): Promise<void> {
  for (const name of unchecked) {
    const upload = sent.get(name)
    const { data } = await storage.from('proof').download(name)
    if (data === null && upload?.acknowledged === true) counts.lost += 1
    if (data === null) continue
    const bytes = Buffer.from(await data.arrayBuffer())
    if (createHash('sha256').update(bytes).digest('hex') !== upload?.sha256) counts.damaged += 1
  }
  unchecked.clear()
}
