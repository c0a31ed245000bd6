import { AgentVisitor } from '../tests/support/agent-visitor.ts'
import { addNotesDemo, signUpAuthor } from '../tests/support/notes-demo.ts'
import { startServer } from '../tests/support/server-process.ts'
import { report, spreadOf } from './support/report.ts'

/*
 * How long it takes for a member's dashboard to ring when a visitor asks for a person: from sending the remark to the
 * row's arrival over the member's realtime socket, as the dashboard listens.
 */

// The hourly limit of rings per network.
const rounds = 6

const server = await startServer({ env: { AGENT_LIMITS: 'off', LOG_LEVEL: 'error', AUTH_RATE_LIMITS: 'off' } })
try {
  const member = await signUpAuthor(server.url)
  const demoId = await addNotesDemo(member)
  const { data } = await member.from('workspaces').select('id').single<{ id: string }>().throwOnError()
  const rung = new Map<string, () => void>()
  await new Promise<void>((resolve, reject) => {
    const filter = `workspace_id=eq.${data.id}`
    member
      .channel('ring')
      .on<{ conversation_id: string }>(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'handovers', filter },
        (change) => rung.get(change.new.conversation_id)?.(),
      )
      .subscribe((status, error) => {
        if (status === 'SUBSCRIBED') resolve()
        else if (error !== undefined) reject(error)
      })
  })
  const waits: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await member.rpc('report_presence', { p_workspace_id: data.id, p_is_available: true }).throwOnError()
    waits.push(await timeRing(demoId, rung))
  }
  const ours = spreadOf(waits)
  report('handover', [
    {
      what: 'asked for a person until a member is rung',
      unit: 'ms',
      ours,
      anchor: null,
      goal: 'the slowest ≤ 2000 ms',
      passed: Math.max(...waits) <= 2_000,
    },
  ])
  await member.removeAllChannels()
} finally {
  await server.stop()
}

async function timeRing(demoId: string, rung: Map<string, () => void>): Promise<number> {
  const visitor = await AgentVisitor.start(server.url, demoId)
  const { turn, segs } = await visitor.nextTurn(0)
  visitor.play(turn, segs.length)
  const ring = new Promise<void>((resolve) => rung.set(visitor.sid, resolve))
  const askedAt = performance.now()
  visitor.say('Can I talk to a real person?')
  await ring
  const waitMs = performance.now() - askedAt
  visitor.close()
  return waitMs
}
