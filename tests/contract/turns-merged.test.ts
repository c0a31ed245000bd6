import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { AgentVisitor } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* Visitors who go on speaking after a pause that ended their turn. */

let server: AgentServer
let author: SignedUp
let demoId: string

beforeAll(async () => {
  server = await startAgentServer()
  author = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
})
afterAll(() => server.close())

async function visit() {
  const visitor = await AgentVisitor.start(server.url, demoId, 'voice')
  const greeting = await visitor.nextTurn(0)
  visitor.play(greeting.turn, greeting.segs.length)
  return visitor
}

function speak(visitor: AgentVisitor, text: string, continues = false) {
  const from = visitor.events.length
  visitor.send({ t: 'user.text', turn: 1, text, source: 'voice', ...(continues && { continues }) })
  return visitor.nextTurn(from)
}

async function transcriptOf({ sid }: AgentVisitor) {
  await server.stored()
  const { data } = await author.client
    .from('conversation_turns')
    .select('speaker,text,outcome,interrupted')
    .eq('conversation_id', sid)
    .order('number')
    .throwOnError()
  return data as readonly { speaker: string; text: string; outcome: string | null; interrupted: boolean }[]
}

async function outcomesOf({ sid }: AgentVisitor) {
  const { data } = await author.client.from('conversations').select('outcomes').eq('id', sid).single().throwOnError()
  return data['outcomes'] as Readonly<Record<string, number>>
}

describe('a visitor who continues', () => {
  test('gets one answer to the whole remark', async () => {
    const visitor = await visit()
    await speak(visitor, 'How long')
    const from = visitor.events.length
    const whole = await speak(visitor, 'How long are exports kept?', true)
    expect(whole.segs.map(({ text }) => text).join(' ')).toContain('90 days')
    expect(visitor.events.slice(from).find(({ t }) => t === 'user.final')).toMatchObject({
      text: 'How long are exports kept?',
      replaces: true,
    })
    const turns = await transcriptOf(visitor)
    expect(turns.filter(({ speaker }) => speaker === 'visitor').map(({ text }) => text)).toEqual([
      'How long are exports kept?',
    ])
    expect(turns.filter(({ speaker }) => speaker === 'agent')).toMatchObject([
      { outcome: 'greeted' },
      { outcome: null, interrupted: true },
      { outcome: 'answered', interrupted: false },
    ])
    expect(await outcomesOf(visitor)).toEqual({ greeted: 1, answered: 1 })
    visitor.close()
  })

  test('hears nothing more of the cancelled answer, and the transcript keeps what was heard of it', async () => {
    const visitor = await visit()
    const first = await speak(visitor, 'How are colleagues invited?')
    visitor.send({ t: 'play.start', turn: first.turn, seg: 0 })
    visitor.send({
      t: 'interrupt',
      turn: first.turn,
      seg: 0,
      playedMs: 1_000,
      segMs: 2_000,
      cause: 'voice',
    })
    const cut = await visitor.until('turn.truncated', ({ turn }) => turn === first.turn)
    const second = await speak(visitor, 'How are colleagues invited? And how long are exports kept?', true)
    expect(second.turn).toBe(first.turn + 1)
    const turns = await transcriptOf(visitor)
    expect(turns.find(({ interrupted }) => interrupted)).toMatchObject({ text: cut.heard, outcome: null })
    visitor.close()
  })

  test('doesn’t use up turns, and can continue at most five times', async () => {
    const visitor = await visit()
    let said = 'Are exports'
    await speak(visitor, said)
    for (const word of ['kept', 'for', 'long', 'or', 'so']) {
      said = `${said} ${word}`
      await speak(visitor, said, true)
    }
    const from = visitor.events.length
    await speak(visitor, `${said} now`, true)
    expect(visitor.events.slice(from).find(({ t }) => t === 'user.final')).not.toHaveProperty('replaces')
    const turns = await transcriptOf(visitor)
    expect(turns.filter(({ speaker }) => speaker === 'visitor').map(({ text }) => text)).toEqual([said, `${said} now`])
    visitor.close()
  })

  test('keeps the request for a person, and gets an answer to the rest', async () => {
    const visitor = await visit()
    await speak(visitor, 'I want to talk to a person')
    const from = visitor.events.length
    await speak(visitor, 'I want to talk to a person. How long are exports kept?', true)
    // The turn that just ended may be the one that says that nobody is there.
    await visitor.until('user.final', ({ text }) => text === 'How long are exports kept?', from)
    expect((await transcriptOf(visitor)).filter(({ speaker }) => speaker === 'visitor')).toHaveLength(2)
    visitor.close()
  })

  test('cannot replace what was typed', async () => {
    const visitor = await visit()
    visitor.say('How are colleagues invited?')
    await visitor.until('user.final')
    await speak(visitor, 'How long are exports kept?', true)
    expect((await transcriptOf(visitor)).filter(({ speaker }) => speaker === 'visitor')).toHaveLength(2)
    visitor.close()
  })
})
