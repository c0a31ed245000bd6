import { createHash, randomUUID } from 'node:crypto'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { captureBucket } from '#domain/limits.ts'
import { passivity } from '#domain/snapshot-markup.ts'
import { snapshotsPath, type SnapshotAnswer } from '#protocol/snapshots.ts'
import type { Backend, SignedUp } from '#support/backend.ts'
import { fileKeys, startStorageBackend } from '#support/storage-backend.ts'

/* Captured pages: who may save and read them, what is taken out, and when they are gone. */

let backend: Backend
let author: SignedUp
let stranger: SignedUp
let image: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  backend = await startStorageBackend()
  author = await backend.signUp()
  stranger = await backend.signUp()
  image = new Uint8Array(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fa0' } })
      .png()
      .toBuffer(),
  )
})
afterAll(() => backend.close())

interface Made {
  readonly demoId: string
  readonly stepId: string
  readonly picture: string
}

async function newDemo(): Promise<Made> {
  const [demoId, stepId] = [randomUUID(), randomUUID()]
  const { data } = await author.client.from('workspaces').select('id').single<{ id: string }>().throwOnError()
  const picture = `${data.id}/${demoId}/${stepId}.png`
  const options = { contentType: 'image/png' }
  const { error } = await author.client.storage
    .from(captureBucket)
    .upload(picture, new Blob([image], { type: 'image/png' }), options)
  expect(error).toBeNull()
  const steps = [{ id: stepId, screenshot_url: picture, title: 'One' }]
  await author.client.rpc('import_demo', { p_demo_id: demoId, p_name: 'Tour', p_steps: steps }).throwOnError()
  await author.client.from('demos').update({ status: 'active' }).eq('id', demoId).throwOnError()
  return { demoId, stepId, picture }
}

const asked = (account: SignedUp | null) => (account === null ? '' : `Bearer ${account.session.access_token}`)

function savePage(made: Made, html: string, files: readonly string[] = [], account: SignedUp | null = author) {
  return backend.app.request(`${snapshotsPath}/steps/${made.stepId}`, {
    method: 'POST',
    headers: { authorization: asked(account), 'content-type': 'application/json' },
    body: JSON.stringify({ picture: made.picture, html, files, width: 800, height: 600, pictureWidth: 815 }),
  })
}

function saveFile({ stepId }: Made, content: Uint8Array<ArrayBuffer>, type: string, account: SignedUp | null = author) {
  return backend.app.request(`${snapshotsPath}/steps/${stepId}/files`, {
    method: 'PUT',
    headers: { authorization: asked(account), 'content-type': type },
    body: content,
  })
}

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('base64url')

/** The address of the page that the public demo shows. */
async function pageUrl({ demoId, stepId }: Made): Promise<string | null> {
  const { data } = await backend.anonClient({ 'x-demo-id': demoId }).rpc('shared_snapshots').throwOnError()
  const row = (data as { step_id: string; id: string }[]).find((each) => each.step_id === stepId)
  return row === undefined ? null : `${snapshotsPath}/${row.id}/page`
}

describe('a captured page', () => {
  it('is saved once its files are there, and served without script or origin', async () => {
    const made = await newDemo()
    const css = new TextEncoder().encode(`a { background: url(${hashOf(image)}) } b { background: url(http://evil) }`)
    const files = [hashOf(image), hashOf(css)]
    const html = `<!DOCTYPE html><link rel="stylesheet" href="${files[1]}"><img src="${files[0]}"><script>alert(1)</script>`
    const first = (await (await savePage(made, html, files)).json()) as SnapshotAnswer
    expect(first.missing.toSorted()).toEqual(files.toSorted())
    expect((await saveFile(made, image, 'image/png')).status).toBe(200)
    expect((await saveFile(made, css, 'text/css')).status).toBe(200)
    expect(await (await savePage(made, html, files)).json()).toEqual({ missing: [] })

    const url = (await pageUrl(made)) ?? ''
    const page = await backend.app.request(url)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*; sandbox$/)
    expect(await page.text()).toBe(
      `<!DOCTYPE html><html><head><style>${passivity}</style><link rel="stylesheet" href="${files[1]}"></head><body><img src="${files[0]}"></body></html>`,
    )
    const sheet = await backend.app.request(url.replace(/page$/, files[1] ?? ''))
    expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(await sheet.text()).not.toContain('evil')
    expect((await backend.app.request(url.replace(/page$/, hashOf(html as never)))).status).toBe(404)
  })

  it('is saved with a style sheet that cleaning leaves empty', async () => {
    const made = await newDemo()
    const css = new TextEncoder().encode('@charset "utf-8";')
    const html = `<link rel="stylesheet" href="${hashOf(css)}"><p>Page</p>`
    expect((await saveFile(made, css, 'text/css')).status).toBe(200)
    expect(await (await savePage(made, html, [hashOf(css)])).json()).toEqual({ missing: [] })
  })

  it('is stored once for all steps of a workspace', async () => {
    const [one, two] = [await newDemo(), await newDemo()]
    const before = await fileKeys(backend.services)
    await savePage(one, '<p>The same</p>')
    await savePage(two, '<p>The same</p>')
    expect((await fileKeys(backend.services)).length - before.length).toBe(1)
    expect(await pageUrl(two)).not.toBe(await pageUrl(one))
  })

  it('is refused from non-members, for another picture, and if it isn’t a valid page', async () => {
    const made = await newDemo()
    expect((await savePage(made, '<p>', [], null)).status).toBe(401)
    expect((await savePage(made, '<p>', [], stranger)).status).toBe(404)
    expect((await saveFile(made, image, 'image/png', stranger)).status).toBe(404)
    expect((await savePage({ ...made, picture: 'other.png' }, '<p>')).status).toBe(409)
    expect((await saveFile(made, new TextEncoder().encode('MZ…'), 'application/x-msdownload')).status).toBe(400)
    expect((await savePage(made, `<b>${'<i>'.repeat(60_000)}`)).status).toBe(400)
    expect((await savePage(made, '<p>', ['not a hash'])).status).toBe(400)
  })

  it('isn’t shown where the author chose the picture', async () => {
    const made = await newDemo()
    await savePage(made, '<p>Page</p>')
    const choose = (look: object) =>
      author.client.from('demo_steps').update({ look }).eq('id', made.stepId).throwOnError()
    await choose({ showAs: 'picture' })
    expect(await pageUrl(made)).toBeNull()
    await choose({})
    expect(await pageUrl(made)).not.toBeNull()
  })

  it('is deleted when its picture is redacted, and can’t come back', async () => {
    const made = await newDemo()
    await savePage(made, `<p>${randomUUID()}</p>`)
    const url = (await pageUrl(made)) ?? ''
    const service = backend.serviceClient()
    const file = await service.from('snapshots').select('hash').eq('picture', made.picture).single().throwOnError()
    const area = {
      id: 'a',
      kind: 'solid',
      color: '#000000',
      xPercent: 0,
      yPercent: 0,
      widthPercent: 50,
      heightPercent: 50,
    }
    const edited = await backend.app.request(`/pictures/v1/steps/${made.stepId}`, {
      method: 'POST',
      headers: { authorization: asked(author), 'content-type': 'application/json' },
      body: JSON.stringify({ expected: made.picture, edits: { crop: null, areas: [area] } }),
    })
    expect(edited.status).toBe(200)
    expect((await backend.app.request(url)).status).toBe(404)
    const { screenshotUrl } = (await edited.json()) as { screenshotUrl: string }
    expect((await savePage({ ...made, picture: screenshotUrl }, '<p>secret</p>')).status).toBe(409)
    expect((await service.from('snapshot_files').select('path').eq('hash', file.data.hash)).data).toEqual([])
  })

  it('is deleted with its demo, and its files with the last page that uses them', async () => {
    const [one, two] = [await newDemo(), await newDemo()]
    const own = new TextEncoder().encode(`/* ${randomUUID()} */ p { color: red }`)
    for (const made of [one, two]) {
      await saveFile(made, own, 'text/css')
      await savePage(made, `<link rel="stylesheet" href="${hashOf(own)}"><p>${randomUUID()}</p>`, [hashOf(own)])
    }
    const url = (await pageUrl(two)) ?? ''
    const remove = ({ demoId }: Made) => author.client.from('demos').delete().eq('id', demoId).throwOnError()
    await remove(one)
    expect((await backend.app.request(url.replace(/page$/, hashOf(own)))).status).toBe(200)
    await remove(two)
    expect((await backend.app.request(url)).status).toBe(404)
    const { data } = await backend.serviceClient().from('snapshot_files').select('hash').eq('hash', hashOf(own))
    expect(data).toEqual([])
  })
})
