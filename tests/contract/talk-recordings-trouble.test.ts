import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { AgentVisitor, requestTicket } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeSpeech, type FakeSpeech } from '#support/fake-speech.ts'
import { startLoopbackS3, type LoopbackS3 } from '#support/loopback-s3.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* Recorded talks while the file store is in trouble. */

let s3: LoopbackS3
let speech: FakeSpeech
let server: AgentServer
let author: SignedUp
let demoId: string

beforeAll(async () => {
  s3 = await startLoopbackS3()
  speech = await startFakeSpeech('openai-compatible')
  const { host } = new URL(s3.location.endpoint)
  const env = {
    STORAGE_URL: `s3://key:secret@${host}/${s3.location.bucket}?region=${s3.location.region}&tls=off`,
    STT_PROVIDER: 'deepgram',
    STT_API_KEY: 'a-key',
    TTS_PROVIDER: 'openai-compatible',
    TTS_URL: speech.url,
    TTS_KEEP: 'off',
  }
  server = await startAgentServer({}, { env })
  author = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
  await author.client.from('workspaces').update({ records_talks: true }).not('id', 'is', null).throwOnError()
})
afterAll(async () => {
  await s3.close()
  await server.close()
  await speech.close()
})

async function visit(): Promise<AgentVisitor> {
  const { token, speech: terms } = await requestTicket(server.url, demoId)
  const visitor = new AgentVisitor(server.url)
  await visitor.open(token, 'voice', { tts: true, audioOut: true }, terms?.recording)
  await hear(visitor, 0)
  return visitor
}

/** Waits until the agent's next turn has been sent as sound, and plays it. */
async function hear(visitor: AgentVisitor, from: number): Promise<string> {
  const { turn, segs } = await visitor.nextTurn(from)
  await visitor.until('seg.end', (event) => event.turn === turn && event.seg === segs.length - 1)
  visitor.play(turn, segs.length)
  return segs.map(({ text }) => text).join(' ')
}

function ask(visitor: AgentVisitor, question: string): Promise<string> {
  server.backend.passTime(3_000)
  const from = visitor.events.length
  visitor.say(question)
  return hear(visitor, from)
}

const soundsOf = async ({ sid }: AgentVisitor) =>
  (await author.client.from('talk_sounds').select('turn_id').eq('conversation_id', sid).throwOnError()).data

describe('a recorded talk', () => {
  test('continues when the store refuses audio; the transcript says that the recording stopped', async () => {
    const visitor = await visit()
    s3.failNext(503, 503, 503, 503, 503, 503)
    expect(await ask(visitor, 'How long are exports kept?')).toContain('90 days')
    expect(await ask(visitor, 'Where do statements come from?')).toContain('Revolut')
    const recording = async () =>
      (await author.client.from('talk_recordings').select('stopped').eq('conversation_id', visitor.sid)).data
    await expect.poll(recording).toEqual([{ stopped: 'failed' }])
    s3.failNext()
    visitor.send({ t: 'ui.click', action: 'end' })
    await visitor.until('bye')
    await server.backend.services.recordings.settled()
    expect(await soundsOf(visitor)).toEqual([])
  })

  test('continues at once when the store never answers', async () => {
    s3.failNext('silence', 'silence', 'silence', 'silence')
    const visitor = await visit()
    expect(await ask(visitor, 'How long are exports kept?')).toContain('90 days')
    expect(await ask(visitor, 'Where do statements come from?')).toContain('Revolut')
    expect(await soundsOf(visitor)).toEqual([])
    visitor.close()
  })
})
