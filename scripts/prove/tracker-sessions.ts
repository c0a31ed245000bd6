import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { createClient } from '@supabase/supabase-js'

import { roleKey } from '#backend/auth/keys/role-keys.ts'

import { startServer } from '../../tests/support/server-process.ts'
import { personHeaders } from '../../tests/support/tracked-demo.ts'
import { runSessions } from '../../tests/tracker-sessions/run-sessions.ts'

/*
 * npm run prove -- tracker-sessions --sessions 10000 --seed 1: the built tracker in simulated browsers that go offline,
 * get refused, lose answers, are hidden, killed or crash, against a real server. At least 99.9 % of its events must
 * arrive, none twice, and every retry must follow spec §9.
 */
const { values } = parseArgs({
  options: { sessions: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const jwtSecret = 'a secret of a proof, thirty-two characters'
const server = await startServer({ env: { TRACKING_LIMITS: 'off', JWT_SECRET: jwtSecret } })
try {
  const deliver = async (body: string): Promise<number> => {
    const response = await fetch(`${server.url}/rest/v1/user_tracking_events`, {
      method: 'POST',
      headers: { ...personHeaders, 'content-type': 'application/json', prefer: 'return=minimal' },
      body,
    })
    await response.arrayBuffer()
    return response.status
  }
  const outcome = await runSessions({
    sessions: Number(values.sessions),
    seed: Number(values.seed),
    deliver,
    onSession: (done) => {
      if (done % 1_000 === 0) console.log(`${done} sessions`)
    },
  })
  const service = createClient(server.url, roleKey('service_role', jwtSecret), { auth: { persistSession: false } })
  while ((await service.rpc('has_tracking_backlog').throwOnError()).data === true) await delay(50)
  const { count } = await service
    .from('user_tracking_events')
    .select('id', { count: 'exact', head: true })
    .throwOnError()
  const { made, owed, missing, delivered, faults, ofKind } = outcome
  const doubled = (count ?? 0) - delivered.size
  for (const fault of faults.slice(0, 20)) console.log(fault)
  console.log(
    `tracker-sessions: tried ${outcome.sessions} sessions (${Object.entries(ofKind)
      .map(([kind, number]) => `${number} ${kind}`)
      .join(', ')}), ${made} events made, ${owed} owed, ${missing} of them missing ` +
      `(${((100 * (owed - missing)) / owed).toFixed(3)} % delivered), ${doubled} doubled, failed ${faults.length} timings`,
  )
  process.exitCode = faults.length === 0 && doubled === 0 && missing <= 0.001 * owed ? 0 : 1
} finally {
  await server.stop()
}
