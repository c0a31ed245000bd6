import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { removeDiscardedFiles } from '#backend/storage/discarded-files.ts'
import { removeWorkspaceFiles } from '#server/account/workspace-files.ts'
import { captureBucket, originalBucket } from '#domain/limits.ts'
import type { PageEdit } from '#domain/page-edits.ts'
import type { PageTextsAnswer } from '#protocol/page-edits.ts'
import { snapshotsPath } from '#protocol/snapshots.ts'
import { createPictureFiles } from '#server/pictures/picture-files.ts'
import type { Backend, SignedUp } from '#support/backend.ts'
import {
  bearer,
  captureDemo,
  coverEdit,
  editPage,
  getEdits,
  hashOf,
  pathIn,
  plainPicture,
  putEdits,
  sharedPage,
  textEdit,
  uploadFile,
  type CapturedDemo,
} from '#support/captured-demo.ts'
import { fileKeys, startStorageBackend } from '#support/storage-backend.ts'

/* What an author changes in a captured page is nowhere that a visitor can read, and the page as captured is the editors'. */

let backend: Backend
let author: SignedUp
let stranger: SignedUp
let blue: Uint8Array<ArrayBuffer>
let avatar: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  backend = await startStorageBackend()
  author = await backend.signUp()
  stranger = await backend.signUp()
  blue = await plainPicture('#0000ff')
  avatar = await plainPicture('#00ff00', 40, 30)
})
afterAll(() => backend.close())

let count = 0

/** Each page has a text of its own, so that no two share a file. */
async function capture(owner = author): Promise<CapturedDemo> {
  const face = hashOf(avatar)
  count += 1
  return captureDemo(
    backend,
    owner,
    `<!DOCTYPE html><h1>Report ${count}</h1><p data-name="Jane Roe">Jane Roe</p><img id="face" src="${face}" alt="Jane Roe">
     <div id="secret"><b>Salary 90,000</b><img src="${face}"></div>`,
    [avatar],
  )
}

const get = (url: string, account: SignedUp | null = null) =>
  backend.app.request(url, { headers: { authorization: bearer(account) } })
const publicPicture = (path: string) => `/storage/v1/object/public/${captureBucket}/${path}`
const rename = ({ html }: CapturedDemo, to = 'Ada Byron') => textEdit(html, 'Jane Roe', to)
const stepOf = async ({ author: { client }, stepId }: CapturedDemo) => {
  const { data } = await client.from('demo_steps').select().eq('id', stepId).single<Record<string, unknown>>()
  return data
}

async function colorOf(answer: Response): Promise<string> {
  const { dominant } = await sharp(new Uint8Array(await answer.arrayBuffer())).stats()
  return [dominant.r, dominant.g, dominant.b].map((each) => (each > 128 ? 'f' : '0')).join('')
}

/** As if an hour had passed since every edit that was not saved. */
async function endEdits(): Promise<void> {
  await backend.services.database.runScript(
    "update public.picture_removals set remove_at = now() - interval '1 second'",
  )
  await createPictureFiles(backend.services).removeDue()
  await removeDiscardedFiles(backend.backendServices)
}

describe('an edited page', () => {
  it('takes the place of the captured one at every door', async () => {
    const demo = await capture()
    const before = (await sharedPage(backend, demo)) ?? ''
    const copy = await author.client.rpc('duplicate_demo', { p_demo_id: demo.demoId }).throwOnError()
    const { screenshotUrl, steps, width, height } = await editPage(backend, demo, demo.picture, [rename(demo)])
    expect({ steps, width, height }).toEqual({ steps: 2, width: 80, height: 60 })
    expect((await get(before)).status).toBe(404)
    expect((await get(publicPicture(demo.picture))).status).toBe(400)
    expect(await colorOf(await get(publicPicture(screenshotUrl)))).toBe('00f')
    const page = await get((await sharedPage(backend, demo)) ?? '')
    expect(page.headers.get('content-security-policy')).toMatch(/; sandbox$/)
    expect(await page.text()).toMatch(/<p data-name="Ada Byron">Ada Byron<\/p>/)
    const { data } = await author.client.from('demo_steps').select('screenshot_url').eq('demo_id', String(copy.data))
    expect(data).toEqual([{ screenshot_url: screenshotUrl }])
  })

  it('comes back as captured, with its picture, when the edits are undone', async () => {
    const demo = await capture()
    const first = await editPage(backend, demo, demo.picture, [rename(demo)])
    const second = await editPage(backend, demo, first.screenshotUrl, [
      rename(demo, 'Bo'),
      coverEdit(demo.html, 'hide', 'secret'),
    ])
    const edited = await (await get((await sharedPage(backend, demo)) ?? '')).text()
    expect(edited).toContain('Bo')
    expect(edited).not.toMatch(/Jane|Ada|90,000/)
    const { body } = await getEdits(backend, author, demo)
    expect(body.edits).toEqual(second.edits)
    expect(body.screenshotUrl).toBe(second.screenshotUrl)
    const original = await get(`/pictures/v1/steps/${demo.stepId}/original`, author)
    expect(await colorOf(original)).toBe('ff0')
    const undone = await editPage(backend, demo, second.screenshotUrl, [])
    expect(await colorOf(await get(publicPicture(undone.screenshotUrl)))).toBe('ff0')
    expect(await (await get((await sharedPage(backend, demo)) ?? '')).text()).toContain('Jane Roe</p>')
    const { data } = await backend.serviceClient().from('snapshot_edits').select().eq('workspace_id', demo.workspaceId)
    expect(data?.filter((row: Record<string, unknown>) => row['hash'] === hashOf(demo.html))).toEqual([])
  })

  it('takes its images out of reach, and shows others', async () => {
    const demo = await capture()
    const other = await plainPicture('#ff00ff', 20, 20)
    const face = pathIn(demo.html, '#face')
    const swap: PageEdit = {
      kind: 'image',
      path: face,
      was: hashOf(avatar),
      to: { file: hashOf(other) },
      width: 40,
      height: 30,
    }
    const edits = [swap, coverEdit(demo.html, 'blur', 'secret')]
    expect((await putEdits(backend, author, demo, { expected: demo.picture, edits }, blue)).status).toBe(409)
    await uploadFile(backend, author, demo.stepId, other)
    await editPage(backend, demo, demo.picture, edits)
    const page = (await sharedPage(backend, demo)) ?? ''
    const html = await (await get(page)).text()
    expect((await get(page.replace(/page$/, hashOf(other)))).status).toBe(200)
    expect((await get(page.replace(/page$/, hashOf(avatar)))).status).toBe(404)
    const standIn = /<div id="secret"[^]*?src="([\w-]{43})"/.exec(html)?.[1] ?? ''
    expect(await (await get(page.replace(/page$/, standIn))).text()).toContain('width="40" height="30"')
    const { body } = await getEdits(backend, author, demo)
    expect((await get(body.pageUrl.replace(/page$/, hashOf(avatar)))).status).toBe(200)
  })

  it('keeps files that only style sheets name, but for those that the author withholds', async () => {
    const css = new TextEncoder().encode(`/* ${Math.random()} */ p { background: url(${hashOf(avatar)}) }`)
    const demo = await captureDemo(
      backend,
      author,
      `<link rel="stylesheet" href="${hashOf(css)}"><p id="p">Words ${count}</p><b>x</b>`,
      [avatar, css],
    )
    const fileUrl = async () => ((await sharedPage(backend, demo)) ?? '').replace(/page$/, hashOf(avatar))
    const first = await editPage(backend, demo, demo.picture, [textEdit(demo.html, 'x', 'y')])
    expect((await get(await fileUrl())).status).toBe(200)
    await editPage(backend, demo, first.screenshotUrl, [
      { ...coverEdit(demo.html, 'hide', 'p'), files: [hashOf(avatar)] } as never,
    ])
    expect((await get(await fileUrl())).status).toBe(404)
  })

  it('fills variables for one visitor, as text, and caches that nowhere else', async () => {
    const demo = await capture()
    await editPage(backend, demo, demo.picture, [rename(demo, 'For {{company|you}}')])
    const { data } = await backend.anonClient({ 'x-demo-id': demo.demoId }).rpc('shared_snapshots').throwOnError()
    expect(data).toMatchObject([{ variables: ['company'] }])
    const page = (await sharedPage(backend, demo)) ?? ''
    const plain = await get(page)
    expect(plain.headers.get('cache-control')).toMatch(/^public/)
    expect(await plain.text()).toContain('>For you</p>')
    const named = await get(`${page}?v.company=${encodeURIComponent('<script>Acme')}&v.other=x`)
    expect(named.headers.get('cache-control')).toMatch(/^private/)
    expect(named.headers.get('etag')).toBeNull()
    expect(await named.text()).toContain('>For &lt;script&gt;Acme</p>')
    expect((await (await get(`${page}?v.company=${'A'.repeat(5_000)}`)).text()).length).toBeLessThan(2_000)
  })

  it('moves the hotspot in the same step', async () => {
    const demo = await capture()
    const change = { expected: demo.picture, edits: [rename(demo)], hotspot: { xPercent: 33, yPercent: 44 } }
    expect((await putEdits(backend, author, demo, change, blue)).status).toBe(200)
    expect(await stepOf(demo)).toMatchObject({ click_x: 33, click_y: 44 })
  })
})

describe('the page as captured', () => {
  it('is opened by a ticket alone, and without script', async () => {
    const demo = await capture()
    await editPage(backend, demo, demo.picture, [rename(demo)])
    const { body } = await getEdits(backend, author, demo)
    const original = await get(body.pageUrl)
    expect(await original.text()).toBe(demo.html)
    const policy = original.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'self'; sandbox allow-same-origin$/)
    expect(policy).not.toContain('script')
    expect(original.headers.get('cache-control')).toBe('private, no-store')
    expect(original.headers.get('access-control-allow-origin')).toBeNull()

    const visitors = /v1\/([\w-]+)\/page/.exec((await sharedPage(backend, demo)) ?? '')?.[1] ?? ''
    const ticket = /originals\/([^/]+)/.exec(body.pageUrl)?.[1] ?? ''
    const guesses = [
      visitors,
      `${ticket.slice(0, -3)}abc`,
      ticket.replace(/^./, 'X'),
      hashOf(demo.html),
      '%00',
      ticket.split('.')[0],
    ]
    for (const guess of guesses) {
      expect((await get(`${snapshotsPath}/originals/${guess}/page`)).status, guess).toBe(404)
    }
    expect((await get(`${snapshotsPath}/${visitors}/${hashOf(demo.html)}`)).status).toBe(404)
    expect((await get(`${snapshotsPath}/${ticket}/page`)).status).toBe(404)
  })

  it('is told to editors alone', async () => {
    const demo = await capture()
    await editPage(backend, demo, demo.picture, [rename(demo)])
    const viewer = await backend.signUp()
    await backend
      .serviceClient()
      .from('workspace_members')
      .insert({ workspace_id: demo.workspaceId, user_id: viewer.user.id, role: 'viewer' })
      .throwOnError()
    for (const [account, status] of [
      [viewer, 404],
      [stranger, 404],
      [null, 401],
    ] as const) {
      expect((await getEdits(backend, account, demo)).status).toBe(status)
      const change = { expected: demo.picture, edits: [] }
      expect((await putEdits(backend, account, demo, change, null)).status).toBe(status)
      const texts = await backend.app.request(`${snapshotsPath}/demos/${demo.demoId}/texts`, {
        method: 'POST',
        headers: { authorization: bearer(account) },
      })
      expect(texts.status).toBe(status)
      expect((await get(`/pictures/v1/steps/${demo.stepId}/original`, account)).status).toBe(status)
    }
    const rows = await viewer.client.rpc('get_page_edits', { p_demo_id: demo.demoId }).throwOnError()
    expect(rows.data).toEqual([])
    const own = await author.client.rpc('get_page_edits', { p_demo_id: demo.demoId }).throwOnError()
    expect(own.data).toMatchObject([{ edits: [{ to: 'Ada Byron' }] }])
  })

  it('has its texts listed with what edits made of them', async () => {
    const demo = await capture()
    await editPage(backend, demo, demo.picture, [rename(demo, '{{name|Ada}}'), coverEdit(demo.html, 'hide', 'secret')])
    const ask = async (after?: string) => {
      const answer = await backend.app.request(`${snapshotsPath}/demos/${demo.demoId}/texts`, {
        method: 'POST',
        headers: { authorization: bearer(author), 'content-type': 'application/json' },
        body: JSON.stringify({ after }),
      })
      return (await answer.json()) as PageTextsAnswer
    }
    const { pages, next } = await ask()
    expect(next).toBeNull()
    expect(pages[0]?.stepIds).toEqual([demo.stepId])
    expect(pages[0]?.texts).toMatchObject([{ text: `Report ${count}` }, { text: '{{name|Ada}}', was: 'Jane Roe' }])
    expect(pages[0]?.images).toMatchObject([{ file: hashOf(avatar), alt: 'Jane Roe', isEdited: false }])
    expect(await ask('1')).toEqual({ pages: [], next: null })
  })
})

describe('edits', () => {
  it('are refused when they aren’t any, or don’t fit the page', async () => {
    const demo = await capture()
    const send = async (edits: unknown, picture: typeof blue | null = blue) => {
      const answer = await putEdits(backend, author, demo, { expected: demo.picture, edits }, picture)
      const { code, message } = (await answer.json()) as { code: string; message: string }
      return `${answer.status} ${code}: ${message}`
    }
    const edit = rename(demo)
    const shape = '400 bad_request: These are no edits of a page.'
    expect(await send([{ ...edit, path: '1.'.repeat(1_000_000) + '1' }])).toBe(shape)
    expect(await send([{ ...edit, path: [1, 2, 3] }])).toBe(shape)
    expect(await send([{ ...edit, to: 'x'.repeat(1_000_000) }])).toBe(shape)
    expect(await send(Array.from({ length: 10_000 }, (_, at) => ({ ...edit, path: `1.${at}` })))).toBe(shape)
    expect(await send([edit, { ...edit, to: 'Other' }])).toBe(shape)
    expect(await send([edit], null)).toBe(shape)
    expect(await send([])).toBe(shape)
    expect(await send([{ ...edit, was: 'John Doe' }])).toBe('400 bad_edits: “John Doe” isn’t where it was in the page.')
    expect(await send([{ ...edit, path: '1.9.9.9' }])).toMatch(/^400 bad_edits: “Jane Roe” isn’t/)
    expect(await send([edit], new Uint8Array([1, 2, 3]))).toMatch(/^400 bad_picture/)
    expect((await putEdits(backend, author, demo, '{"expected"', blue)).status).toBe(400)
    expect((await putEdits(backend, author, demo, '['.repeat(100_000), blue)).status).toBe(400)
    expect(await stepOf(demo)).toMatchObject({ screenshot_url: demo.picture })
    await endEdits()
    expect((await get(publicPicture(demo.picture))).status).toBe(200)
  })

  it('are text, whatever they say', async () => {
    const demo = await capture()
    const hostile = `</p></style><script>alert(1)</script><img src=x onerror=alert(1)>\u{F0000}0company|<b>\u{F0001}`
    await editPage(backend, demo, demo.picture, [rename(demo, hostile)])
    const html = await (await get(`${(await sharedPage(backend, demo)) ?? ''}?v.company=x`)).text()
    expect(html).toContain('>&lt;/p&gt;&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x')
    expect(html).not.toMatch(/<script|<img src="?x|<b>\u{F0001}/u)
  })

  it('of two editors at once: one wins, and nothing of the other stays', async () => {
    const owner = await backend.signUp()
    const demo = await capture(owner)
    const answers = await Promise.all(
      ['Ada', 'Bo', 'Cy'].map((to) =>
        putEdits(backend, owner, demo, { expected: demo.picture, edits: [rename(demo, to)] }, blue),
      ),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    await endEdits()
    const objects = await backend.services.database.transaction('system', [
      {
        text: `select bucket_id || '/' || name as path from storage.objects where name like $1 and bucket_id <> 'demo-snapshots'`,
        values: [`${demo.workspaceId}/%`],
      },
    ])
    expect(objects[0]?.rows).toHaveLength(2)
    const { data } = await backend.serviceClient().from('snapshots').select('id').eq('workspace_id', demo.workspaceId)
    expect(data).toHaveLength(1)
  })

  it('leave everything as it was when a file can’t be written', async () => {
    const demo = await capture()
    const limit = (bytes: number) =>
      backend.services.database.runScript(
        `update storage.buckets set file_size_limit = ${bytes} where id = '${originalBucket}'`,
      )
    await limit(10)
    const failed = await putEdits(backend, author, demo, { expected: demo.picture, edits: [rename(demo)] }, blue)
    await limit(26_214_400)
    expect(failed.status).toBeGreaterThanOrEqual(400)
    await endEdits()
    expect((await get(publicPicture(demo.picture))).status).toBe(200)
    expect(await (await get((await sharedPage(backend, demo)) ?? '')).text()).toContain('Jane Roe</p>')
    await editPage(backend, demo, demo.picture, [rename(demo)])
  })
})

describe('what an edit hid', () => {
  const area = {
    id: 'a',
    kind: 'solid',
    color: '#000000',
    xPercent: 0,
    yPercent: 0,
    widthPercent: 50,
    heightPercent: 50,
  }
  const redact = async (demo: CapturedDemo, expected: string, areas: readonly unknown[]) => {
    const answer = await backend.app.request(`/pictures/v1/steps/${demo.stepId}`, {
      method: 'POST',
      headers: { authorization: bearer(author), 'content-type': 'application/json' },
      body: JSON.stringify({ expected, edits: { crop: null, areas } }),
    })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { screenshotUrl: string }).screenshotUrl
  }

  it('doesn’t come back when the picture is redacted, nor when that is undone', async () => {
    const demo = await capture()
    const { screenshotUrl } = await editPage(backend, demo, demo.picture, [rename(demo)])
    const { body } = await getEdits(backend, author, demo)
    const redacted = await redact(demo, screenshotUrl, [area])
    expect(await sharedPage(backend, demo)).toBeNull()
    expect((await get(body.pageUrl)).status).toBe(404)
    expect(await colorOf(await get(`/pictures/v1/steps/${demo.stepId}/original`, author))).toBe('00f')
    const undone = await redact(demo, redacted, [])
    expect(await colorOf(await get(publicPicture(undone)))).toBe('00f')
    expect(await sharedPage(backend, demo)).toBeNull()
    const late = await putEdits(backend, author, demo, { expected: undone, edits: [] }, null)
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([404, 'no_page'])
  })

  it('doesn’t come back with an old draft, a restored step or a copy', async () => {
    const demo = await capture()
    const { client } = author
    await client
      .from('demo_steps')
      .insert({ demo_id: demo.demoId, order: 2, screenshot_url: demo.picture })
      .throwOnError()
    await client.rpc('remove_demo_steps', { p_demo_id: demo.demoId, p_step_ids: [demo.stepId] }).throwOnError()
    const { data: other } = await client
      .from('demo_steps')
      .select('id')
      .eq('demo_id', demo.demoId)
      .single<{ id: string }>()
    const { screenshotUrl } = await editPage(backend, { ...demo, stepId: other?.id ?? '' }, demo.picture, [
      rename(demo),
    ])
    await client.rpc('restore_demo_steps', { p_demo_id: demo.demoId, p_step_ids: [demo.stepId] }).throwOnError()
    expect(await stepOf(demo)).toMatchObject({ screenshot_url: screenshotUrl })
    await client.from('demo_steps').update({ screenshot_url: demo.picture }).eq('id', demo.stepId).throwOnError()
    expect(await stepOf(demo)).toMatchObject({ screenshot_url: screenshotUrl })
    expect(await (await get((await sharedPage(backend, demo)) ?? '')).text()).not.toContain('Jane')
  })

  it('goes with its demo, its workspace, or a week after its picture was replaced', async () => {
    const owner = await backend.signUp()
    const [one, two, three] = [await capture(owner), await capture(owner), await capture(owner)]
    for (const demo of [one, two, three]) await editPage(backend, demo, demo.picture, [rename(demo)])
    const edited = async () => {
      const { data } = await backend
        .serviceClient()
        .from('snapshot_edits')
        .select('original_path')
        .eq('workspace_id', one.workspaceId)
      return data?.length
    }
    expect(await edited()).toBe(3)
    await owner.client.from('demos').delete().eq('id', one.demoId).throwOnError()
    expect(await edited()).toBe(2)
    await owner.client.from('demo_steps').update({ screenshot_url: 'other.png' }).eq('id', two.stepId).throwOnError()
    await endEdits()
    expect(await edited()).toBe(2)
    await backend.services.database.runScript(
      "update public.snapshots set unused_since = unused_since - interval '8 days'",
    )
    await endEdits()
    expect(await edited()).toBe(1)
    const keys = await fileKeys(backend.services)
    expect(keys.length).toBeGreaterThan(0)
    await backend.serviceClient().auth.admin.deleteUser(owner.user.id)
    await removeWorkspaceFiles(backend.services)
    await endEdits()
    const { data } = await backend
      .serviceClient()
      .from('snapshot_files')
      .select('path')
      .eq('workspace_id', one.workspaceId)
    expect(data).toEqual([])
    const [left] = await backend.services.database.transaction('system', [
      { text: 'select name from storage.objects where name like $1', values: [`${one.workspaceId}/%`] },
    ])
    expect(left?.rows).toEqual([])
  })
})

it('is exported as edited, with its files, and without what was captured', async () => {
  const owner = await backend.signUp()
  const demo = await capture(owner)
  await editPage(backend, demo, demo.picture, [rename(demo, '{{name|Ada}}'), coverEdit(demo.html, 'hide', 'secret')])
  const exported = await get('/account/v1/export', owner)
  const files = Object.entries(unzipSync(new Uint8Array(await exported.arrayBuffer())))
  const page = files.find(([name]) => name.endsWith('.html'))
  expect(new TextDecoder().decode(page?.[1])).toContain('>Ada</p><img id="face"')
  expect(files.map(([name]) => name)).toContain(`files/demo-snapshots/${demo.workspaceId}/${hashOf(avatar)}`)
  for (const [name, content] of files) expect(new TextDecoder().decode(content), name).not.toMatch(/Jane Roe|90,000/)
})

it('closes the page as captured after two hours', async () => {
  const { body } = await getEdits(backend, author, await capture())
  expect((await get(body.pageUrl)).status).toBe(200)
  // Ends all sessions as well.
  backend.passTime(2 * 60 * 60_000 + 1_000)
  expect((await get(body.pageUrl)).status).toBe(404)
})
