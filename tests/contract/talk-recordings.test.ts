import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { removeDiscardedFiles } from '#backend/storage/discarded-files.ts'
import { talkBucket } from '#domain/limits.ts'
import { recordingConsentVersion, type RecordingTerms } from '#domain/talk-recording.ts'
import { createPictureFiles } from '#server/pictures/picture-files.ts'
import { AgentVisitor, requestTicket } from '#support/agent-visitor.ts'
import { startAgentServer, startNeighbour, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeRecogniser, type FakeRecogniser } from '#support/fake-hearing/fake-recogniser.ts'
import { silenceFrame, voiceFrame } from '#support/fake-hearing/sounds.ts'
import { startFakeSpeech, type FakeSpeech } from '#support/fake-speech.ts'
import { addNotesDemo } from '#support/notes-demo.ts'
import { fileKeys } from '#support/storage-backend.ts'
import { openTestFiles, type TestFiles } from '#support/test-files.ts'

/* Recordings of voice conversations: who is recorded, who may listen, and when recordings are deleted. */

let recogniser: FakeRecogniser
let speech: FakeSpeech
let files: TestFiles
let server: AgentServer
let author: SignedUp
let stranger: SignedUp
let demoId: string
let workspaceId: string
let filesBefore: ReadonlySet<string>

beforeAll(async () => {
  recogniser = await startFakeRecogniser('deepgram')
  speech = await startFakeSpeech('openai-compatible')
  files = await openTestFiles()
  const env = {
    ...files.env,
    STT_PROVIDER: 'deepgram',
    STT_URL: recogniser.url,
    STT_API_KEY: 'a-key',
    TTS_PROVIDER: 'openai-compatible',
    TTS_URL: speech.url,
    TTS_KEEP: 'off',
  }
  server = await startAgentServer({}, { env })
  author = await server.backend.signUp()
  stranger = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
  const { data } = await author.client.from('workspaces').select('id').single().throwOnError()
  workspaceId = String(data['id'])
  filesBefore = new Set(await fileKeys(server.backend.services))
})
afterAll(async () => {
  await server.close()
  await files.close()
  await recogniser.close()
  await speech.close()
})
beforeEach(async () => {
  recogniser.words = ['how', 'long', 'are', 'exports', 'kept']
  speech.sound = {}
  server.backend.passTime(61_000)
  await setRecording({ records_talks: true, talk_recording_days: 30 })
})
afterEach(async () => {
  await server.backend.serviceClient().from('conversations').delete().eq('workspace_id', workspaceId).throwOnError()
  await removeDueFiles()
  expect(await recordedFiles()).toEqual([])
})

async function setRecording(settings: { records_talks?: boolean; talk_recording_days?: number }): Promise<void> {
  await author.client.from('workspaces').update(settings).eq('id', workspaceId).throwOnError()
}

async function removeDueFiles(): Promise<void> {
  await createPictureFiles(server.backend.services).removeDue()
  await removeDiscardedFiles(server.backend.backendServices)
}

/** Files that weren't there before the first talk. */
const recordedFiles = async () => (await fileKeys(server.backend.services)).filter((key) => !filesBefore.has(key))

const visitorCaps = { tts: true, audioOut: true } as const

/** A visitor who has heard the greeting and accepted the ticket's terms, or the given ones. */
async function visit(accepted?: RecordingTerms | null): Promise<AgentVisitor> {
  const { token, speech: terms } = await requestTicket(server.url, demoId)
  const visitor = new AgentVisitor(server.url)
  await visitor.open(token, 'voice', visitorCaps, accepted === null ? undefined : (accepted ?? terms?.recording))
  await hearOut(visitor, 0)
  return visitor
}

/** Waits for a turn and plays it to its end. */
async function hearOut(visitor: AgentVisitor, from: number): Promise<void> {
  const { turn, segs } = await visitor.nextTurn(from)
  await visitor.until('seg.end', (event) => event.turn === turn && event.seg === segs.length - 1)
  visitor.play(turn, segs.length)
}

/** The visitor is silent for a second, speaks, and is answered. */
async function ask(visitor: AgentVisitor, text = 'how long are exports kept'): Promise<void> {
  const heardSoFar = visitor.events.length
  visitor.send({ t: 'listen', isOn: true })
  server.backend.passTime(4_000)
  for (let at = 0; at < 1_000; at += 20) visitor.sendSound(silenceFrame())
  for (let at = 0; at < 600; at += 20) visitor.sendSound(voiceFrame())
  for (let at = 0; at < 400; at += 20) visitor.sendSound(silenceFrame())
  await visitor.until('heard', ({ isFinal }) => isFinal, heardSoFar)
  const from = visitor.events.length
  visitor.send({ t: 'user.text', turn: 1, text, source: 'voice' })
  await hearOut(visitor, from)
}

async function leave(visitor: AgentVisitor): Promise<void> {
  visitor.send({ t: 'ui.click', action: 'end' })
  await visitor.until('bye')
  await server.backend.services.recordings.settled()
}

/** A talk with one question, and its end. */
async function talk(): Promise<AgentVisitor> {
  const visitor = await visit()
  await ask(visitor)
  await leave(visitor)
  return visitor
}

interface Sound {
  readonly turn_id: string
  readonly path: string
  readonly bytes: number
  readonly duration_ms: number
}

async function soundsOf({ sid }: AgentVisitor, listener = author): Promise<readonly (Sound & { speaker: string })[]> {
  const { data } = await listener.client.from('talk_sounds').select('*').eq('conversation_id', sid).throwOnError()
  const turns = await listener.client
    .from('conversation_turns')
    .select('id,speaker,number')
    .eq('conversation_id', sid)
    .order('number')
    .throwOnError()
  return (turns.data as { id: string; speaker: string }[]).flatMap(({ id, speaker }) =>
    (data as Sound[]).filter(({ turn_id }) => turn_id === id).map((sound) => ({ ...sound, speaker })),
  )
}

async function recordingOf({ sid }: AgentVisitor) {
  const { data } = await author.client
    .from('talk_recordings')
    .select('*')
    .eq('conversation_id', sid)
    .maybeSingle()
    .throwOnError()
  return data as { days: number; bytes: number; stopped: string | null } | null
}

describe('a talk whose visitor has accepted the recording', () => {
  test('is announced with the ticket, with the days it is kept', async () => {
    await setRecording({ talk_recording_days: 12 })
    const ticket = await requestTicket(server.url, demoId)
    expect(ticket.speech?.recording).toEqual({ version: recordingConsentVersion, days: 12 })
  })

  test('is kept turn by turn: what the visitor said without the silence, and what they heard', async () => {
    const visitor = await talk()
    const sounds = await soundsOf(visitor)
    expect(sounds.map(({ speaker }) => speaker)).toEqual(['agent', 'visitor', 'agent'])
    const [greeting, question] = sounds
    expect(greeting?.duration_ms).toBe(visitor.soundMs(1))
    // Two seconds were sent; the recording keeps the speech, with a moment before and after it.
    expect(question?.duration_ms).toBeGreaterThanOrEqual(600)
    expect(question?.duration_ms).toBeLessThanOrEqual(1_200)
    expect(await recordingOf(visitor)).toMatchObject({
      days: 30,
      stopped: null,
      bytes: sounds.reduce((sum, { bytes }) => sum + bytes, 0),
    })
    const { data } = await author.client.storage.from(talkBucket).download(question?.path ?? '')
    const wav = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect(data?.type).toBe('audio/wav')
    expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(24), wav.readUInt32LE(40)]).toEqual([
      'RIFF',
      16_000,
      wav.length - 44,
    ])
    // The loudest sample is the visitor's.
    expect(Math.max(...new Int16Array(new Uint8Array(wav.subarray(44)).buffer))).toBeGreaterThan(5_000)
  })

  test('ends where the visitor interrupted, as heard', async () => {
    const visitor = await visit()
    speech.sound = { ms: 3_000 }
    const from = visitor.events.length
    visitor.say('How long are exports kept?')
    const { turn } = await visitor.nextTurn(from)
    await visitor.until('seg.end', (event) => event.turn === turn && event.seg === 0)
    visitor.send({ t: 'play.start', turn, seg: 0 })
    visitor.send({ t: 'ping' })
    await visitor.until('pong')
    server.backend.passTime(1_000)
    visitor.send({ t: 'interrupt', turn, seg: 0, playedMs: 1_000, segMs: 3_000, cause: 'stop' })
    await leave(visitor)
    const answer = (await soundsOf(visitor)).findLast(({ speaker }) => speaker === 'agent')
    expect(answer?.duration_ms).toBeGreaterThanOrEqual(1_000)
    expect(answer?.duration_ms).toBeLessThan(2_500)
  })

  test('drops a turn with a card number', async () => {
    const visitor = await visit()
    await ask(visitor, 'my card is 4111 1111 1111 1111')
    await leave(visitor)
    expect((await soundsOf(visitor)).map(({ speaker }) => speaker)).not.toContain('visitor')
  })

  test('keeps being recorded on the server that takes over', async () => {
    const visitor = await visit()
    const neighbour = await startNeighbour(server)
    await server.stored()
    visitor.drop()
    await visitor.resume(neighbour.url)
    await visitor.until('ready', ({ resumed }) => resumed)
    await ask(visitor)
    visitor.send({ t: 'ui.click', action: 'end' })
    await visitor.until('bye')
    await expect.poll(async () => (await soundsOf(visitor)).map(({ speaker }) => speaker)).toContain('visitor')
    await neighbour.close()
  })
})

describe('nothing is stored', () => {
  afterEach(async () => {
    expect(await recordedFiles()).toEqual([])
  })

  test('while the workspace has not switched it on, whatever the page says', async () => {
    await setRecording({ records_talks: false })
    expect((await requestTicket(server.url, demoId)).speech?.recording).toBeUndefined()
    const visitor = await visit({ version: recordingConsentVersion, days: 30 })
    await ask(visitor)
    await leave(visitor)
    expect(await recordingOf(visitor)).toBeNull()
  })

  test.each([
    ['was shown the sentence without recording', null],
    ['accepted another sentence', { version: recordingConsentVersion + 1, days: 30 }],
    ['was told of no days', { version: recordingConsentVersion, days: 0 }],
  ])('when the visitor %s', async (_, accepted) => {
    const visitor = await visit(accepted)
    await ask(visitor)
    await leave(visitor)
    expect(await recordingOf(visitor)).toBeNull()
  })

  test('where the browser recognises speech: nothing of it is announced', async () => {
    const without = await startAgentServer()
    const other = await without.backend.signUp()
    const id = await addNotesDemo(other.client)
    await other.client.from('workspaces').update({ records_talks: true }).not('id', 'is', null).throwOnError()
    expect((await requestTicket(without.url, id)).speech?.recording).toBeUndefined()
    await without.close()
  })
})

describe('access to the sound', () => {
  test('is limited to members of the workspace', async () => {
    const visitor = await talk()
    const [sound] = await soundsOf(visitor)
    const path = sound?.path ?? ''
    expect(await soundsOf(visitor, stranger)).toEqual([])
    for (const client of [stranger.client, server.backend.anonClient()]) {
      expect((await client.from('talk_recordings').select()).data ?? []).toEqual([])
      expect((await client.storage.from(talkBucket).download(path)).data).toBeNull()
      expect((await client.storage.from(talkBucket).createSignedUrl(path, 60)).data).toBeNull()
      await client.from('talk_recordings').delete().eq('conversation_id', visitor.sid)
    }
    const signed = await author.client.storage.from(talkBucket).createSignedUrl(path, 60)
    const heard = await server.backend.app.request(signed.data?.signedUrl ?? '')
    expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    expect((await heard.arrayBuffer()).byteLength).toBe(sound?.bytes)
  })

  test('allows no uploads', async () => {
    const wav = new Blob([Buffer.alloc(100)], { type: 'audio/wav' })
    const { error } = await author.client.storage.from(talkBucket).upload(`${workspaceId}/x.wav`, wav)
    expect(error).not.toBeNull()
  })
})

describe('the recording’s rows and files are deleted', () => {
  async function remains(visitor: AgentVisitor) {
    await removeDueFiles()
    return {
      recording: await recordingOf(visitor),
      sounds: await soundsOf(visitor),
      files: await recordedFiles(),
    }
  }
  const nothing = { recording: null, sounds: [], files: [] }

  test('when an admin deletes the recording; the transcript stays', async () => {
    const visitor = await talk()
    expect(await recordedFiles()).toHaveLength(3)
    await author.client.from('talk_recordings').delete().eq('conversation_id', visitor.sid).throwOnError()
    expect(await remains(visitor)).toEqual(nothing)
    const { data } = await author.client.from('conversation_turns').select('id').eq('conversation_id', visitor.sid)
    expect(data?.length).toBeGreaterThan(2)
  })

  test('when it is deleted during the talk; nothing is added again', async () => {
    const visitor = await visit()
    await ask(visitor)
    await expect.poll(async () => (await soundsOf(visitor)).length).toBeGreaterThan(0)
    await author.client.from('talk_recordings').delete().eq('conversation_id', visitor.sid).throwOnError()
    await ask(visitor)
    await leave(visitor)
    expect(await remains(visitor)).toEqual(nothing)
  })

  test('with the conversation', async () => {
    const visitor = await talk()
    await author.client.from('conversations').delete().eq('id', visitor.sid).throwOnError()
    expect(await remains(visitor)).toEqual(nothing)
  })

  test('with a visitor who is erased', async () => {
    const visitor = await talk()
    const service = server.backend.serviceClient()
    const { data } = await service
      .from('leads')
      .insert({
        id: randomUUID(),
        workspace_id: workspaceId,
        demo_id: demoId,
        demo_name: 'Tour',
        card_title: 'Talk',
        email: 'ada@example.com',
        name: 'Ada',
        conversation_id: visitor.sid,
      })
      .select('id')
      .single()
      .throwOnError()
    await author.client.rpc('erase_lead', { p_lead_id: data['id'] }).throwOnError()
    expect(await remains(visitor)).toEqual(nothing)
  })

  test.each([
    ['after the days the visitor was told', 31, 365],
    ['sooner, when the workspace now keeps recordings for fewer days', 8, 7],
  ])('%s', async (_, age, daysNow) => {
    const visitor = await talk()
    await setRecording({ talk_recording_days: daysNow })
    await removeDueFiles()
    expect(await soundsOf(visitor)).toHaveLength(3)
    await server.backend
      .serviceClient()
      .from('talk_recordings')
      .update({ started_at: new Date(Date.now() - age * 86_400_000).toISOString() })
      .eq('conversation_id', visitor.sid)
      .throwOnError()
    expect(await remains(visitor)).toEqual(nothing)
  })
})

describe('the recording stops and the conversation continues', () => {
  /** Asks once more, and is answered. */
  async function stopAfter(visitor: AgentVisitor) {
    const before = (await soundsOf(visitor)).length
    await ask(visitor)
    await leave(visitor)
    const added = (await soundsOf(visitor)).length - before
    return { stopped: (await recordingOf(visitor))?.stopped, added }
  }

  /** A visitor whose talk already has a stored recording. */
  async function recordedVisit(): Promise<AgentVisitor> {
    const visitor = await visit()
    await ask(visitor)
    await expect.poll(async () => (await soundsOf(visitor)).length).toBe(1)
    return visitor
  }

  async function fill(visitor: AgentVisitor, bytes: number): Promise<void> {
    const service = server.backend.serviceClient()
    await service.from('talk_recordings').update({ bytes }).eq('conversation_id', visitor.sid).throwOnError()
  }

  test('when the talk has reached its limit', async () => {
    const visitor = await recordedVisit()
    await fill(visitor, 40_000_000)
    expect(await stopAfter(visitor)).toEqual({ stopped: 'talk-limit', added: 0 })
  })

  test('when the workspace has reached its limit', async () => {
    await fill(await talk(), 1_000_000_000)
    const visitor = await visit()
    await leave(visitor)
    expect(await recordingOf(visitor)).toMatchObject({ stopped: 'workspace-limit', bytes: 0 })
  })

  test('when it is switched off meanwhile', async () => {
    const visitor = await recordedVisit()
    await setRecording({ records_talks: false })
    expect(await stopAfter(visitor)).toEqual({ stopped: 'off', added: 0 })
  })
})

test('the audit log says who switched it on and off', async () => {
  await setRecording({ records_talks: false })
  await setRecording({ records_talks: true, talk_recording_days: 14 })
  const { data } = await author.client
    .rpc('workspace_audit', { p_workspace_id: workspaceId, p_before: null, p_limit: 2 })
    .throwOnError()
  expect((data as { action: string }[]).map(({ action }) => action)).toEqual([
    'talk_recording_set',
    'talk_recording_stopped',
  ])
})
