import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { removeDiscardedFiles } from '#backend/storage/discarded-files.ts'
import { audioBucket } from '#domain/limits.ts'
import type { DemoNarration, SavedRecording } from '#protocol/narration.ts'
import { makeAac, makeWav } from '#server/narration/testing/make-sound.ts'
import { createPictureFiles } from '#server/pictures/picture-files.ts'
import type { Backend, SignedUp } from '#support/backend.ts'
import { fileKeys, startStorageBackend } from '#support/storage-backend.ts'

/* Authors' recordings: who may save and hear them, and when they are gone. */

let backend: Backend
let author: SignedUp
let stranger: SignedUp

beforeAll(async () => {
  backend = await startStorageBackend()
  author = await backend.signUp()
  stranger = await backend.signUp()
})
afterAll(() => backend.close())

interface Made {
  readonly demoId: string
  readonly stepId: string
}

async function newDemo(isNarrated = true): Promise<Made> {
  const [demoId, stepId] = [randomUUID(), randomUUID()]
  const steps = [
    { id: stepId, screenshot_url: 'one.png', title: 'One', description: 'First this. Then {{thing|that}}.' },
    { id: randomUUID(), screenshot_url: 'two.png', title: 'Two' },
    { id: randomUUID(), screenshot_url: 'three.png' },
  ]
  await author.client.rpc('import_demo', { p_demo_id: demoId, p_name: 'Tour', p_steps: steps }).throwOnError()
  const demo = { status: 'active', ...(isNarrated && { look: { isNarrated: true } }) }
  await author.client.from('demos').update(demo).eq('id', demoId).throwOnError()
  return { demoId, stepId }
}

function upload(demoId: string, sound: Uint8Array<ArrayBuffer>, account: SignedUp | null = author) {
  return backend.app.request(`/narration/v1/demos/${demoId}/recordings`, {
    method: 'POST',
    headers: account === null ? {} : { authorization: `Bearer ${account.session.access_token}` },
    body: sound,
  })
}

/** A different loudness makes each file unique. */
let hertz = 300

async function record({ demoId, stepId }: Made, text = ''): Promise<SavedRecording> {
  const answer = await upload(demoId, makeWav({ ms: 400, hertz: (hertz += 7) }))
  expect(answer.status).toBe(200)
  const saved = (await answer.json()) as SavedRecording
  const narration = { ...saved, text, of: 'x' }
  await author.client.from('demo_steps').update({ narration }).eq('id', stepId).throwOnError()
  return saved
}

async function narrationOf(link: string): Promise<DemoNarration | null> {
  const answer = await backend.app.request(`/narration/v1/demos/${link}`)
  return answer.ok ? ((await answer.json()) as DemoNarration) : null
}

async function audioUrl(link: string): Promise<string> {
  return (await narrationOf(link))?.steps[0]?.audio?.url ?? ''
}

async function recordingsLeft(): Promise<number> {
  const { count } = await backend.serviceClient().from('step_audio').select('id', { count: 'exact', head: true })
  return count ?? 0
}

async function removeDueFiles(): Promise<void> {
  await createPictureFiles(backend.services).removeDue()
  await removeDiscardedFiles(backend.backendServices)
}

describe('a visitor', () => {
  it('gets what the agent would say on each step, and the author’s recording in its place', async () => {
    const made = await newDemo()
    const plain = await narrationOf(made.demoId)
    expect(plain?.steps.map(({ sentences, audio }) => [sentences, audio])).toEqual([
      [['First this.', 'Then {{thing|that}}.'], null],
      [['Two.'], null],
      [[], null],
    ])
    // Sentences with variables are filled in by the player.
    expect(plain?.steps[0]?.said).toEqual(['First this.', 'Then {{thing|that}}.'])
    expect(plain?.voice).toMatchObject({ lang: expect.stringMatching(/^en/), rate: 1 })

    await record(made, 'Hello from Ada. Look at this.')
    const [first] = (await narrationOf(made.demoId))?.steps ?? []
    expect(first).toMatchObject({ sentences: ['Hello from Ada.', 'Look at this.'], audio: { ms: 400 } })
  })

  it('hears it whole, in ranges, and from the browser’s cache', async () => {
    const made = await newDemo()
    await record(made)
    const url = await audioUrl(made.demoId)
    const whole = await backend.app.request(url)
    expect(whole.status).toBe(200)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const part = await backend.app.request(url, { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.byteLength}`])
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(10, 20))
    const beyond = await backend.app.request(url, { headers: { range: `bytes=${bytes.byteLength}-` } })
    expect(beyond.status).toBe(416)
    const etag = whole.headers.get('etag') ?? ''
    expect((await backend.app.request(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('hears nothing of a demo that is closed, not narrated, or opened by another link', async () => {
    const made = await newDemo()
    await record(made)
    const url = await audioUrl(made.demoId)
    const other = await newDemo()
    const hash = url.split('/').at(-1)
    const statusOf = async (address: string) => (await backend.app.request(address)).status
    expect(await statusOf(url)).toBe(200)
    expect(await statusOf(`/narration/v1/demos/${other.demoId}/audio/${hash}`)).toBe(404)
    expect(await statusOf(`/narration/v1/demos/${randomUUID()}/audio/${hash}`)).toBe(404)
    expect(await statusOf(`/narration/v1/demos/x/audio/${hash}`)).toBe(404)

    const change = (fields: object) => author.client.from('demos').update(fields).eq('id', made.demoId).throwOnError()
    await change({ look: {} })
    expect(await statusOf(url)).toBe(404)
    await change({ look: { isNarrated: true }, status: 'archived' })
    expect(await statusOf(url)).toBe(404)
    expect(await narrationOf(made.demoId)).toBeNull()
    // Only the workspace's members can read the bucket.
    const { data } = await author.client.from('step_audio').select('path').limit(1).single().throwOnError()
    const path = String(data['path'])
    for (const client of [backend.anonClient({ 'x-demo-id': made.demoId }), stranger.client]) {
      expect((await client.storage.from(audioBucket).download(path)).data).toBeNull()
      expect((await client.from('step_audio').select('id')).data ?? []).toEqual([])
    }
    expect((await author.client.storage.from(audioBucket).download(path)).data?.size).toBeGreaterThan(44)
  })

  it('can’t be made to hear another workspace’s recording', async () => {
    const theirs = await newDemo()
    const { audioId, ms } = await record(theirs)
    const ours = { demoId: randomUUID(), stepId: randomUUID() }
    const steps = [{ id: ours.stepId, screenshot_url: 'one.png', title: 'One' }]
    await stranger.client.rpc('import_demo', { p_demo_id: ours.demoId, p_name: 'X', p_steps: steps }).throwOnError()
    const look = { look: { isNarrated: true }, status: 'active' }
    await stranger.client.from('demos').update(look).eq('id', ours.demoId).throwOnError()
    const narration = { audioId, ms, text: '', of: '' }
    await stranger.client.from('demo_steps').update({ narration }).eq('id', ours.stepId).throwOnError()
    expect((await narrationOf(ours.demoId))?.steps[0]?.audio).toBeNull()
  })
})

describe('the upload', () => {
  it('takes AAC and WAV of editors, and stores the same sound once', async () => {
    const { demoId } = await newDemo()
    const first = (await (await upload(demoId, makeAac(50))).json()) as SavedRecording
    expect(first.ms).toBe(1_067)
    expect(await (await upload(demoId, makeAac(50))).json()).toEqual(first)
    expect((await upload(demoId, makeWav())).status).toBe(200)
  })

  it('is refused for everybody else', async () => {
    const { demoId } = await newDemo()
    const statuses = await Promise.all([
      upload(demoId, makeWav(), null),
      upload(demoId, makeWav(), stranger),
      upload(randomUUID(), makeWav()),
      upload('x', makeWav()),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([401, 404, 404, 404])
  })

  it('answers a hostile file with a sentence and stores nothing', async () => {
    const { demoId } = await newDemo()
    const before = await fileKeys(backend.services)
    const text = (value: string) => new TextEncoder().encode(value)
    const files = [
      text('<script>alert(1)</script>'),
      text('RIFF\0\0\0\0WAVE'),
      text('OggS'),
      text('\x1aE\xdf\xa3'),
      Uint8Array.from([...makeAac(3), ...text('<html>')]),
      new Uint8Array(1_000_000).fill(0xff),
      new Uint8Array(0),
    ]
    for (const file of files) {
      const answer = await upload(demoId, file)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 'bad_audio', message: expect.stringMatching(/\.$/) })
    }
    const tooLarge = await upload(demoId, new Uint8Array(16 * 1024 * 1024))
    expect(tooLarge.status).toBe(413)
    expect(await fileKeys(backend.services)).toEqual(before)
  })
})

describe('a recording', () => {
  it('is copied with the demo', async () => {
    const made = await newDemo()
    const { audioId } = await record(made)
    const { data } = await author.client.rpc('duplicate_demo', { p_demo_id: made.demoId }).throwOnError()
    const steps = author.client.from('demo_steps').select('narration').eq('demo_id', String(data)).eq('title', 'One')
    expect((await steps.single().throwOnError()).data).toMatchObject({ narration: { audioId } })
    // It stays while the copy uses it.
    const before = await recordingsLeft()
    await author.client.from('demos').delete().eq('id', made.demoId).throwOnError()
    expect(await recordingsLeft()).toBe(before)
    await author.client.from('demos').delete().eq('id', String(data)).throwOnError()
    expect(await recordingsLeft()).toBe(before - 1)
  })

  it('comes back with a restored step, and its file is deleted with the demo', async () => {
    const made = await newDemo()
    await removeDueFiles()
    const before = await fileKeys(backend.services)
    const { audioId } = await record(made)
    const ids = { p_demo_id: made.demoId, p_step_ids: [made.stepId] }
    await author.client.rpc('remove_demo_steps', ids).throwOnError()
    await author.client.rpc('restore_demo_steps', ids).throwOnError()
    const step = await author.client
      .from('demo_steps')
      .select('narration')
      .eq('id', made.stepId)
      .single()
      .throwOnError()
    expect(step.data).toMatchObject({ narration: { audioId } })
    await author.client.from('demos').delete().eq('id', made.demoId).throwOnError()
    await removeDueFiles()
    expect(await fileKeys(backend.services)).toEqual(before)
  })

  it('is kept for a week after it was deleted, so that this can be undone', async () => {
    const made = await newDemo()
    const { audioId } = await record(made)
    const files = createPictureFiles(backend.services)
    const rows = () => author.client.from('step_audio').select('id').eq('id', audioId).throwOnError()
    await files.removeDue()
    await author.client.from('demo_steps').update({ narration: null }).eq('id', made.stepId).throwOnError()
    await files.removeDue()
    expect((await rows()).data).toHaveLength(1)
    const service = backend.serviceClient()
    await service
      .from('step_audio')
      .update({ unused_since: new Date(Date.now() - 8 * 86_400_000).toISOString() })
      .eq('id', audioId)
      .throwOnError()
    await files.removeDue()
    expect((await rows()).data).toEqual([])
  })
})
