import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { removeDiscardedFiles } from '#backend/storage/discarded-files.ts'
import { removeWorkspaceFiles } from '#server/account/workspace-files.ts'
import { captureBucket, originalBucket } from '#domain/limits.ts'
import { noPictureEdits, type PictureEdits, type Redaction } from '#domain/picture-edits.ts'
import type { PictureEditsAnswer } from '#protocol/pictures.ts'
import { createPictureFiles } from '#server/pictures/picture-files.ts'
import type { Backend, SignedUp } from '#support/backend.ts'
import { startStorageBackend } from '#support/storage-backend.ts'

/* Only the workspace's editors can read a redacted region anywhere. */

let backend: Backend
beforeAll(async () => {
  backend = await startStorageBackend()
})
afterAll(() => backend.close())

const size = { width: 320, height: 200 }
const secretArea = { xPercent: 25, yPercent: 25, widthPercent: 50, heightPercent: 30 }
const secretBox = { left: 80, top: 50, width: 160, height: 60 }
const solid: PictureEdits = { areas: [redaction('solid')], crop: null }

function redaction(kind: Redaction['kind'], rest: Partial<Redaction> = {}): Redaction {
  return { id: 'secret', kind, color: '#1c1722', ...secretArea, ...rest }
}

/** Black and white noise, different for each seed, in the secret area of a plain picture. */
async function secretPicture(seed: number): Promise<Buffer> {
  const data = new Uint8Array(size.width * size.height * 3).fill(240)
  let state = seed
  for (let y = secretBox.top; y < secretBox.top + secretBox.height; y += 1) {
    for (let x = secretBox.left; x < secretBox.left + secretBox.width; x += 1) {
      state = (state * 48_271) % 2_147_483_647
      data.fill(state % 2 === 0 ? 0 : 255, (y * size.width + x) * 3, (y * size.width + x) * 3 + 3)
    }
  }
  return sharp(data, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer()
}

/**
 * The correlation of the secret area with the same area of another picture: 1 if equal, near 0 if the secret is gone.
 */
async function likeness(original: Uint8Array, shown: Uint8Array): Promise<number> {
  const read = async (content: Uint8Array) =>
    sharp(content)
      .resize({ ...size, fit: 'fill' })
      .extract(secretBox)
      .greyscale()
      .raw()
      .toBuffer()
  const [a, b] = await Promise.all([read(original), read(shown)])
  const mean = (values: Uint8Array) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [product, squareA, squareB] = [0, 0, 0]
  for (const [index, value] of a.entries()) {
    const [x, y] = [value - meanA, (b[index] ?? 0) - meanB]
    product += x * y
    squareA += x * x
    squareB += y * y
  }
  return squareB === 0 ? 0 : Math.abs(product / Math.sqrt(squareA * squareB))
}

interface Made {
  readonly author: SignedUp
  readonly workspaceId: string
  readonly demoId: string
  readonly stepId: string
  readonly path: string
  readonly original: Buffer
}

let seed = 20_261_122

async function makeStep(author?: SignedUp): Promise<Made> {
  const owner = author ?? (await backend.signUp())
  const { data } = await owner.client.from('workspaces').select('id').single().throwOnError()
  const workspaceId = String(data['id'])
  const [demoId, stepId] = [randomUUID(), randomUUID()]
  const path = `${workspaceId}/${demoId}/${randomUUID()}.png`
  const original = await secretPicture((seed += 1))
  const options = { contentType: 'image/png', cacheControl: '31536000' }
  expect((await owner.client.storage.from(captureBucket).upload(path, original, options)).error).toBeNull()
  const step = { id: stepId, title: 'Accounts', screenshot_url: path, ...size, click_x: 50, click_y: 50 }
  await owner.client.rpc('import_demo', { p_demo_id: demoId, p_name: 'Tour', p_steps: [step] }).throwOnError()
  return { author: owner, workspaceId, demoId, stepId, path, original }
}

async function send(author: SignedUp, stepId: string, expected: string, edits: unknown): Promise<Response> {
  return backend.app.request(`/pictures/v1/steps/${stepId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${author.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ expected, edits }),
  })
}

async function burn({ author, stepId }: Made, expected: string, edits: PictureEdits): Promise<PictureEditsAnswer> {
  const answer = await send(author, stepId, expected, edits)
  expect([answer.status, answer.ok ? '' : await answer.clone().text()]).toEqual([200, ''])
  return (await answer.json()) as PictureEditsAnswer
}

async function read(path: string, accept = '*/*'): Promise<{ status: number; content: Uint8Array }> {
  const answer = await backend.app.request(path, { headers: { accept } })
  return { status: answer.status, content: new Uint8Array(await answer.arrayBuffer()) }
}

/** The storage service reports this with 400, as Supabase's does. */
async function missing(address: string): Promise<boolean> {
  const { status, content } = await read(address)
  return status === 400 && new TextDecoder().decode(content).includes('"statusCode":"404"')
}

const publicAddress = (path: string) => `/storage/v1/object/public/${captureBucket}/${path}`
const renderAddress = (path: string, rest = 'width=320&resize=contain') =>
  `/storage/v1/render/image/public/${captureBucket}/${path}?${rest}`

async function stepsOf(client: SupabaseClient, demoId: string) {
  const { data } = await client.from('demo_steps').select('*').eq('demo_id', demoId).order('order').throwOnError()
  return data as readonly Readonly<Record<string, unknown>>[]
}

describe('a redacted picture', () => {
  it.each(['solid', 'blur', 'pixelate'] as const)('with %s hides the region at every address', async (kind) => {
    const made = await makeStep()
    const { author, demoId, stepId, path, original } = made
    // Fills every cache that could keep a copy of the original.
    for (const accept of ['image/avif', 'image/webp', 'image/png']) await read(renderAddress(path), accept)
    expect(await likeness(original, (await read(publicAddress(path))).content)).toBeGreaterThan(0.99)
    const page = await read(`/demo/${demoId}/play`, 'text/html')
    expect(new TextDecoder().decode(page.content)).toContain(path)
    const copy = await author.client.rpc('duplicate_demo', { p_demo_id: demoId }).throwOnError()

    const { screenshotUrl, steps } = await burn(made, path, { areas: [redaction(kind)], crop: null })
    expect(steps).toBe(2)
    expect(screenshotUrl).not.toBe(path)

    for (const address of [publicAddress(path), renderAddress(path), renderAddress(path, 'width=99')]) {
      expect(await missing(address)).toBe(true)
    }
    const shown = [
      await read(publicAddress(screenshotUrl)),
      ...(await Promise.all(
        ['image/avif', 'image/webp', 'image/png'].map((accept) => read(renderAddress(screenshotUrl), accept)),
      )),
    ]
    for (const { status, content } of shown) {
      expect(status).toBe(200)
      expect(await likeness(original, content)).toBeLessThan(0.05)
    }
    const html = new TextDecoder().decode((await read(`/demo/${demoId}/play`, 'text/html')).content)
    expect(html).not.toContain(path)
    expect(html).toContain(screenshotUrl)
    for (const [, data = ''] of html.matchAll(/data:image\/(?:avif|webp|png|jpeg);base64,([\w+/=]+)/g)) {
      expect(await likeness(original, Buffer.from(data, 'base64'))).toBeLessThan(0.05)
    }
    for (const id of [demoId, String(copy.data)]) {
      expect((await stepsOf(author.client, id)).map((step) => step['screenshot_url'])).toEqual([screenshotUrl])
    }
    const own = await backend.app.request(`/pictures/v1/steps/${stepId}/original`, {
      headers: { authorization: `Bearer ${author.session.access_token}` },
    })
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    expect(await likeness(original, new Uint8Array(await own.arrayBuffer()))).toBeGreaterThan(0.99)
  })

  it('leaves no rendering of the original on the disk', async () => {
    const made = await makeStep()
    await read(renderAddress(made.path), 'image/png')
    await read(renderAddress(made.path, 'width=300'), 'image/png')
    const cached = async () => {
      const folder = join(backend.services.config.dataDir, 'cache')
      const found: number[] = []
      for (const name of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!name.isFile()) continue
        found.push(await likeness(made.original, await readFile(join(name.parentPath, name.name))))
      }
      return found.filter((alike) => alike > 0.2).length
    }
    expect(await cached()).toBe(2)
    await burn(made, made.path, solid)
    await removeDiscardedFiles(backend.backendServices)
    expect(await cached()).toBe(0)
  })

  it('keeps its original from everybody else, and from exports', async () => {
    const made = await makeStep()
    await burn(made, made.path, solid)
    const { data: originals } = await backend
      .serviceClient()
      .from('picture_edits')
      .select('original_path')
      .eq('workspace_id', made.workspaceId)
      .single<{ original_path: string }>()
      .throwOnError()
    const path = originals?.original_path ?? ''
    const stranger = await backend.signUp()
    for (const client of [made.author.client, stranger.client, backend.anonClient({ 'x-demo-id': made.demoId })]) {
      const files = client.storage.from(originalBucket)
      expect((await files.download(path)).data).toBeNull()
      expect((await files.createSignedUrl(path, 60)).data).toBeNull()
      expect((await files.list(made.workspaceId)).data ?? []).toEqual([])
    }
    expect((await read(`/storage/v1/object/public/${originalBucket}/${path}`)).status).not.toBe(200)
    for (const headers of [{}, { authorization: `Bearer ${stranger.session.access_token}` }]) {
      const answer = await backend.app.request(`/pictures/v1/steps/${made.stepId}/original`, { headers })
      expect([401, 404]).toContain(answer.status)
    }
    const { data: rows } = await backend.anonClient({ 'x-demo-id': made.demoId }).from('picture_edits').select('path')
    expect(rows ?? []).toEqual([])
    const exported = await backend.app.request('/account/v1/export', {
      headers: { authorization: `Bearer ${made.author.session.access_token}` },
    })
    const zip = Buffer.from(await exported.arrayBuffer())
    expect(zip.includes('files/demo-captures/')).toBe(true)
    expect(zip.includes(originalBucket)).toBe(false)
  })

  it('is undone and redone, with the original deleted while there are no edits', async () => {
    const made = await makeStep()
    const first = await burn(made, made.path, solid)
    const undone = await burn(made, first.screenshotUrl, noPictureEdits)
    expect(await likeness(made.original, (await read(publicAddress(undone.screenshotUrl))).content)).toBeGreaterThan(
      0.99,
    )
    expect(await objectsOf(made.workspaceId)).toEqual([`${captureBucket}/${undone.screenshotUrl}`])
    const again = await burn(made, undone.screenshotUrl, solid)
    expect(await likeness(made.original, (await read(publicAddress(again.screenshotUrl))).content)).toBeLessThan(0.05)
    expect(await missing(publicAddress(undone.screenshotUrl))).toBe(true)
    // An undo from before the edits names a picture that is gone.
    for (const path of [made.path, first.screenshotUrl, undone.screenshotUrl]) {
      await made.author.client.from('demo_steps').update({ screenshot_url: path }).eq('id', made.stepId).throwOnError()
      expect((await stepsOf(made.author.client, made.demoId))[0]).toMatchObject({ screenshot_url: again.screenshotUrl })
    }
  })

  it('keeps hotspots, boxes, zooms and cards in their place through a crop and back', async () => {
    const made = await makeStep()
    const { author, stepId, demoId } = made
    const area = { xPercent: 60, yPercent: 60, widthPercent: 20, heightPercent: 20 }
    const look = { box: area, zoom: { xPercent: 0, yPercent: 0, widthPercent: 30, heightPercent: 30 } }
    await author.client.from('demo_steps').update({ look, click_x: 70, click_y: 70 }).eq('id', stepId).throwOnError()
    const place = { x_percent: 10, y_percent: 55, width_percent: 50, height_percent: 25 }
    await author.client
      .from('step_cards')
      .insert({ demo_id: demoId, step_id: stepId, type: 'cue', ...place })
      .throwOnError()
    const card = async () =>
      (await author.client.from('step_cards').select(Object.keys(place).join()).eq('step_id', stepId).single()).data

    const crop = { xPercent: 50, yPercent: 50, widthPercent: 50, heightPercent: 50 }
    const cropped = await burn(made, made.path, { areas: [], crop })
    expect(cropped).toMatchObject({ width: 160, height: 100 })
    const [step] = await stepsOf(author.client, demoId)
    expect(step).toMatchObject({ width: 160, height: 100, click_x: 40, click_y: 40 })
    const inside = { xPercent: 20, yPercent: 20, widthPercent: 40, heightPercent: 40 }
    // The zoom area was cut off altogether.
    expect(step?.['look']).toEqual({ box: inside })
    expect(await card()).toEqual({ x_percent: 0, y_percent: 10, width_percent: 20, height_percent: 50 })

    await author.client.from('demo_steps').update({ click_x: 50 }).eq('id', stepId).throwOnError()
    const smaller = { xPercent: 50, yPercent: 50, widthPercent: 40, heightPercent: 40 }
    const again = await burn(made, cropped.screenshotUrl, { areas: [], crop: smaller })
    expect((await stepsOf(author.client, demoId))[0]).toMatchObject({ click_x: 62.5, click_y: 50 })
    await burn(made, again.screenshotUrl, noPictureEdits)
    expect((await stepsOf(author.client, demoId))[0]).toMatchObject({
      width: 320,
      height: 200,
      click_x: 75,
      click_y: 70,
      look: { box: area },
    })
    expect(await card()).toEqual(place)
  })

  it('comes back with a deleted step', async () => {
    const made = await makeStep()
    const { author, demoId, stepId } = made
    const other = { demo_id: demoId, order: 2, title: 'Same picture', screenshot_url: made.path, ...size }
    const { data } = await author.client.from('demo_steps').insert(other).select('id').single<{ id: string }>()
    const ids = { p_demo_id: demoId, p_step_ids: [data?.id ?? ''] }
    await author.client.rpc('remove_demo_steps', ids).throwOnError()
    const burnt = await burn(made, made.path, solid)
    await author.client.rpc('restore_demo_steps', ids).throwOnError()
    const shown = (await stepsOf(author.client, demoId)).map((step) => step['screenshot_url'])
    expect(shown).toEqual([burnt.screenshotUrl, burnt.screenshotUrl])
    expect(stepId).not.toBe(data?.id)
  })
})

async function objectsOf(workspaceId: string): Promise<readonly string[]> {
  const [found] = await backend.services.database.transaction('system', [
    {
      text: "select bucket_id || '/' || name as path from storage.objects where name like $1 || '/%' order by 1",
      values: [workspaceId],
    },
  ])
  return (found?.rows ?? []).map((row) => String(row['path']))
}

async function countFiles(): Promise<number> {
  let count = 0
  for await (const _ of backend.services.files.list()) count += 1
  return count
}

describe('the original is deleted', () => {
  it('with its demo', async () => {
    const made = await makeStep()
    await burn(made, made.path, solid)
    expect((await objectsOf(made.workspaceId)).filter((path) => path.startsWith(originalBucket))).toHaveLength(1)
    await made.author.client.from('demos').delete().eq('id', made.demoId).throwOnError()
    expect((await objectsOf(made.workspaceId)).filter((path) => path.startsWith(originalBucket))).toEqual([])
  })

  it('with its workspace', async () => {
    const made = await makeStep()
    await burn(made, made.path, solid)
    await backend.serviceClient().from('workspaces').delete().eq('id', made.workspaceId).throwOnError()
    await removeWorkspaceFiles(backend.services)
    expect(await objectsOf(made.workspaceId)).toEqual([])
  })

  it('not while a deleted step can be restored or a copy shows it', async () => {
    const made = await makeStep()
    await made.author.client.rpc('duplicate_demo', { p_demo_id: made.demoId }).throwOnError()
    const burnt = await burn(made, made.path, solid)
    await made.author.client
      .rpc('remove_demo_steps', { p_demo_id: made.demoId, p_step_ids: [made.stepId] })
      .throwOnError()
    await made.author.client.from('demos').delete().eq('id', made.demoId).throwOnError()
    const { data } = await made.author.client.from('demo_steps').select('id').eq('screenshot_url', burnt.screenshotUrl)
    const copy = { ...made, stepId: String(data?.[0]?.id) }
    const restored = await burn(copy, burnt.screenshotUrl, noPictureEdits)
    expect(await likeness(made.original, (await read(publicAddress(restored.screenshotUrl))).content)).toBeGreaterThan(
      0.99,
    )
  })
})

describe('replacing a picture', () => {
  const replace = async ({ author, stepId }: Made, expected: string, edits: PictureEdits, picture: Buffer) => {
    const form = new FormData()
    form.set('picture', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'new.png')
    form.set('change', JSON.stringify({ expected, edits }))
    return backend.app.request(`/pictures/v1/steps/${stepId}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${author.session.access_token}` },
      body: form,
    })
  }

  it('applies the same areas before anybody can see the new one, and can be undone', async () => {
    const made = await makeStep()
    const first = await burn(made, made.path, solid)
    const next = await secretPicture((seed += 1))
    const answer = await replace(made, first.screenshotUrl, solid, next)
    expect(answer.status).toBe(200)
    const { screenshotUrl } = (await answer.json()) as PictureEditsAnswer
    const shown = (await objectsOf(made.workspaceId)).filter((path) => path.startsWith(captureBucket))
    for (const path of shown) {
      const { content } = await read(`/storage/v1/object/public/${path}`)
      expect(await likeness(next, content)).toBeLessThan(0.05)
    }
    expect((await stepsOf(made.author.client, made.demoId))[0]).toMatchObject({
      screenshot_url: screenshotUrl,
      click_x: 50,
    })
    await made.author.client
      .from('demo_steps')
      .update({ screenshot_url: first.screenshotUrl })
      .eq('id', made.stepId)
      .throwOnError()
    const undone = await burn(made, first.screenshotUrl, noPictureEdits)
    expect(await likeness(made.original, (await read(publicAddress(undone.screenshotUrl))).content)).toBeGreaterThan(
      0.99,
    )
  })

  it('refuses a file that isn’t a picture, and a picture the step no longer has', async () => {
    const made = await makeStep()
    const before = await objectsOf(made.workspaceId)
    const text = await replace(made, made.path, solid, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    expect(await text.json()).toMatchObject({ code: 'bad_picture' })
    const late = await replace(made, 'another.png', solid, made.original)
    expect(late.status).toBe(409)
    expect(await objectsOf(made.workspaceId)).toEqual(before)
  })
})

describe('an edit that goes wrong', () => {
  it('is refused to strangers, viewers of the link and unknown steps', async () => {
    const made = await makeStep()
    const stranger = await backend.signUp()
    expect((await send(stranger, made.stepId, made.path, solid)).status).toBe(404)
    expect((await send(made.author, randomUUID(), made.path, solid)).status).toBe(404)
    expect((await send(made.author, 'not-an-id', made.path, solid)).status).toBe(404)
    const answer = await backend.app.request(`/pictures/v1/steps/${made.stepId}`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(401)
    expect((await read(publicAddress(made.path))).status).toBe(200)
  })

  it('is refused for a picture of another site or workspace, which would stay readable there', async () => {
    const made = await makeStep()
    const other = await makeStep()
    for (const path of ['https://elsewhere.example/a.png', other.path, `${made.workspaceId}/../${other.path}`]) {
      await made.author.client.from('demo_steps').update({ screenshot_url: path }).eq('id', made.stepId).throwOnError()
      const answer = await send(made.author, made.stepId, path, solid)
      expect(await answer.json()).toMatchObject({ code: 'elsewhere' })
    }
    expect((await read(publicAddress(other.path))).status).toBe(200)
  })

  it.each<readonly [string, unknown]>([
    ['no areas', {}],
    ['too many areas', { areas: Array.from({ length: 51 }, (_, id) => redaction('solid', { id: String(id) })) }],
    ['an unknown kind', { areas: [{ ...redaction('solid'), kind: 'glow' }] }],
    ['the same area twice', { areas: [redaction('solid'), redaction('blur')] }],
    ['a place that is no number', { areas: [{ ...redaction('solid'), xPercent: 'NaN' }] }],
  ])('answers a request with %s by a sentence', async (_, edits) => {
    const made = await makeStep()
    const answer = await send(made.author, made.stepId, made.path, edits)
    expect([answer.status, await answer.json()]).toEqual([400, { code: 'bad_request', message: expect.any(String) }])
  })

  it('bounds how much areas overlap', async () => {
    const made = await makeStep()
    const whole = { xPercent: 0, yPercent: 0, widthPercent: 100, heightPercent: 100 }
    const areas = [1, 2, 3, 4].map((id) => redaction('solid', { id: String(id), ...whole }))
    expect(await (await send(made.author, made.stepId, made.path, { areas, crop: null })).json()).toMatchObject({
      code: 'too_much',
    })
  })

  it('saves one of several parallel edits, and nothing of the others', async () => {
    const made = await makeStep()
    const answers = await Promise.all(
      ['solid', 'blur', 'pixelate'].map((kind) =>
        send(made.author, made.stepId, made.path, { areas: [redaction(kind as 'solid')], crop: null }),
      ),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    await endEdits()
    expect(await objectsOf(made.workspaceId)).toHaveLength(2)
  })

  it('leaves the picture as it was when the files cannot be written', async () => {
    const made = await makeStep()
    await backend.services.database.runScript(
      "update storage.buckets set file_size_limit = 10 where id = 'demo-originals'",
    )
    const answer = await send(made.author, made.stepId, made.path, solid)
    await backend.services.database.runScript(
      "update storage.buckets set file_size_limit = 26214400 where id = 'demo-originals'",
    )
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect((await read(publicAddress(made.path))).status).toBe(200)
    expect((await stepsOf(made.author.client, made.demoId))[0]).toMatchObject({ screenshot_url: made.path })
    await endEdits()
    expect(await objectsOf(made.workspaceId)).toEqual([`${captureBucket}/${made.path}`])
    const files = await countFiles()
    await burn(made, made.path, solid)
    await removeDiscardedFiles(backend.backendServices)
    expect(await countFiles()).toBe(files + 1)
  })
})

/** As if an hour had passed since every edit that was not saved. */
async function endEdits(): Promise<void> {
  await backend.services.database.runScript("update public.file_removals set remove_at = now() - interval '1 second'")
  await createPictureFiles(backend.services).removeDue()
  await removeDiscardedFiles(backend.backendServices)
}
