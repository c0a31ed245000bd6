import { parseArgs } from 'node:util'

import { openKillBackend } from '../../tests/kills/kill-backend.ts'
import { openKillableServer } from '../../tests/kills/killable-server.ts'
import { runUploadKills } from '../../tests/kills/upload-kills.ts'

/*
 * npm run prove -- tus [--megabytes 200] [--interruptions 10] [--backend pglite|postgres]: makes one resumable upload
 * with tus-js-client while the server is killed repeatedly. The file must arrive whole.
 */
const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '200' },
    interruptions: { type: 'string', default: '10' },
    backend: { type: 'string', default: 'pglite' },
  },
})
const bytes = Number(values.megabytes) * 1_000_000
const backend = await openKillBackend(values.backend)
const FILE_SIZE_LIMIT = String(Math.max(bytes, 50 * 1024 * 1024))
const server = await openKillableServer({ ...backend.env, FILE_SIZE_LIMIT })
const outcome = await runUploadKills(server, { bytes, kills: Number(values.interruptions) })
await server.close()
await backend.close()
const { kills, resumedAt, isWhole } = outcome
console.log(
  `tus on ${values.backend}: ${bytes} bytes, killed ${kills} times, resumed at ${resumedAt.join(', ')}; ` +
    (isWhole ? 'whole' : 'damaged'),
)
process.exit(isWhole && kills === Number(values.interruptions) ? 0 : 1)
