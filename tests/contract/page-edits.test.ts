import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { PageEdit } from '#domain/page-edits.ts'
import type { PageEditsRow, PageTextsAnswer } from '#protocol/page-edits.ts'
import { snapshotsPath } from '#protocol/snapshots.ts'
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
} from '#support/captured-demo.ts'
import { colorOf, publicPicture, rename, startReportPages, stepOf, type ReportPages } from '#support/report-pages.ts'

/* Visitors can read nothing that an author has changed in a captured page; only editors get the page as captured. */

let backend: Backend
let author: SignedUp
let stranger: SignedUp
let pages: ReportPages

beforeAll(async () => {
  pages = await startReportPages()
  ;({ backend, author } = pages)
  stranger = await backend.signUp()
})
afterAll(() => backend.close())

describe('an edited page', () => {
  it('replaces the captured one at every address', async () => {
    const demo = await pages.capture()
    const before = (await sharedPage(backend, demo)) ?? ''
    const copy = await author.client.rpc('duplicate_demo', { p_demo_id: demo.demoId }).throwOnError()
    const { screenshotUrl, steps, width, height } = await editPage(backend, demo, demo.picture, [rename(demo)])
    expect({ steps, width, height }).toEqual({ steps: 2, width: 80, height: 60 })
    expect((await pages.get(before)).status).toBe(404)
    expect((await pages.get(publicPicture(demo.picture))).status).toBe(400)
    expect(await colorOf(await pages.get(publicPicture(screenshotUrl)))).toBe('00f')
    const page = await pages.get((await sharedPage(backend, demo)) ?? '')
    expect(page.headers.get('content-security-policy')).toMatch(/; sandbox$/)
    expect(await page.text()).toMatch(/<p data-name="Ada Byron">Ada Byron<\/p>/)
    const { data } = await author.client.from('demo_steps').select('screenshot_url').eq('demo_id', String(copy.data))
    expect(data).toEqual([{ screenshot_url: screenshotUrl }])
  })

  it('comes back as captured, with its picture, when the edits are undone', async () => {
    const demo = await pages.capture()
    const first = await editPage(backend, demo, demo.picture, [rename(demo)])
    const second = await editPage(backend, demo, first.screenshotUrl, [
      rename(demo, 'Bo'),
      coverEdit(demo.html, 'hide', 'secret'),
    ])
    const edited = await (await pages.get((await sharedPage(backend, demo)) ?? '')).text()
    expect(edited).toContain('Bo')
    expect(edited).not.toMatch(/Jane|Ada|90,000/)
    const { body } = await getEdits(backend, author, demo)
    expect(body.edits).toEqual(second.edits)
    expect(body.screenshotUrl).toBe(second.screenshotUrl)
    const original = await pages.get(`/pictures/v1/steps/${demo.stepId}/original`, author)
    expect(await colorOf(original)).toBe('ff0')
    const undone = await editPage(backend, demo, second.screenshotUrl, [])
    expect(await colorOf(await pages.get(publicPicture(undone.screenshotUrl)))).toBe('ff0')
    expect(await (await pages.get((await sharedPage(backend, demo)) ?? '')).text()).toContain('Jane Roe</p>')
    const { data } = await backend.serviceClient().from('snapshot_edits').select().eq('workspace_id', demo.workspaceId)
    expect(data?.filter((row: Record<string, unknown>) => row['hash'] === hashOf(demo.html))).toEqual([])
  })

  it('withholds replaced images, and shows the new ones', async () => {
    const demo = await pages.capture()
    const other = await plainPicture('#ff00ff', 20, 20)
    const face = pathIn(demo.html, '#face')
    const swap: PageEdit = {
      kind: 'image',
      path: face,
      was: hashOf(pages.avatar),
      to: { file: hashOf(other) },
      width: 40,
      height: 30,
    }
    const edits = [swap, coverEdit(demo.html, 'blur', 'secret')]
    expect((await putEdits(backend, author, demo, { expected: demo.picture, edits }, pages.blue)).status).toBe(409)
    await uploadFile(backend, author, demo.stepId, other)
    await editPage(backend, demo, demo.picture, edits)
    const page = (await sharedPage(backend, demo)) ?? ''
    const html = await (await pages.get(page)).text()
    expect((await pages.get(page.replace(/page$/, hashOf(other)))).status).toBe(200)
    expect((await pages.get(page.replace(/page$/, hashOf(pages.avatar)))).status).toBe(404)
    const standIn = /<div id="secret"[^]*?src="([\w-]{43})"/.exec(html)?.[1] ?? ''
    expect(await (await pages.get(page.replace(/page$/, standIn))).text()).toContain('width="40" height="30"')
    const { body } = await getEdits(backend, author, demo)
    expect((await pages.get(body.pageUrl.replace(/page$/, hashOf(pages.avatar)))).status).toBe(200)
  })

  it('shows a new image again when its edit is undone and redone', async () => {
    const demo = await pages.capture()
    const other = await plainPicture('#00ffff', 20, 20)
    await uploadFile(backend, author, demo.stepId, other)
    const to = { file: hashOf(other) }
    const path = pathIn(demo.html, '#face')
    const swap: PageEdit = { kind: 'image', path, was: hashOf(pages.avatar), to, width: 40, height: 30 }
    const done = await editPage(backend, demo, demo.picture, [swap])
    const undone = await editPage(backend, demo, done.screenshotUrl, [])
    const unreachable = ((await sharedPage(backend, demo)) ?? '').replace(/page$/, hashOf(other))
    expect((await pages.get(unreachable)).status).toBe(404)
    await editPage(backend, demo, undone.screenshotUrl, [swap])
    const shown = ((await sharedPage(backend, demo)) ?? '').replace(/page$/, hashOf(other))
    expect((await pages.get(shown)).status).toBe(200)
  })

  it('keeps files that only style sheets name, except those that the author withholds', async () => {
    const css = new TextEncoder().encode(`/* ${Math.random()} */ p { background: url(${hashOf(pages.avatar)}) }`)
    const demo = await captureDemo(
      backend,
      author,
      `<link rel="stylesheet" href="${hashOf(css)}"><p id="p">Words ${Math.random()}</p><b>x</b>`,
      [pages.avatar, css],
    )
    const fileUrl = async () => ((await sharedPage(backend, demo)) ?? '').replace(/page$/, hashOf(pages.avatar))
    const first = await editPage(backend, demo, demo.picture, [textEdit(demo.html, 'x', 'y')])
    expect((await pages.get(await fileUrl())).status).toBe(200)
    await editPage(backend, demo, first.screenshotUrl, [
      { ...coverEdit(demo.html, 'hide', 'p'), files: [hashOf(pages.avatar)] } as never,
    ])
    expect((await pages.get(await fileUrl())).status).toBe(404)
  })

  it('fills variables for one visitor, as text, without shared caching', async () => {
    const demo = await pages.capture()
    await editPage(backend, demo, demo.picture, [rename(demo, 'For {{company|you}}')])
    const { data } = await backend.anonClient({ 'x-demo-id': demo.demoId }).rpc('shared_snapshots').throwOnError()
    expect(data).toMatchObject([{ variables: ['company'] }])
    const page = (await sharedPage(backend, demo)) ?? ''
    const player = await (await pages.get(`/demo/${demo.demoId}/play?company=Acme`)).text()
    expect(player).toContain(`${page}?v.company={{company|}}`)
    expect(player).toContain('"variables":{"company":"Acme"}')
    const plain = await pages.get(page)
    expect(plain.headers.get('cache-control')).toMatch(/^public/)
    expect(await plain.text()).toContain('>For you</p>')
    const named = await pages.get(`${page}?v.company=${encodeURIComponent('<script>Acme')}&v.other=x`)
    expect(named.headers.get('cache-control')).toMatch(/^private/)
    expect(named.headers.get('etag')).toBeNull()
    expect(await named.text()).toContain('>For &lt;script&gt;Acme</p>')
    expect((await (await pages.get(`${page}?v.company=${'A'.repeat(5_000)}`)).text()).length).toBeLessThan(2_000)
  })

  it('moves the hotspot in the same step', async () => {
    const demo = await pages.capture()
    const change = { expected: demo.picture, edits: [rename(demo)], hotspot: { xPercent: 33, yPercent: 44 } }
    expect((await putEdits(backend, author, demo, change, pages.blue)).status).toBe(200)
    expect(await stepOf(demo)).toMatchObject({ click_x: 33, click_y: 44 })
  })
})

describe('the page as captured', () => {
  it('opens only with a ticket, and without script', async () => {
    const demo = await pages.capture()
    await editPage(backend, demo, demo.picture, [rename(demo)])
    const { body } = await getEdits(backend, author, demo)
    const original = await pages.get(body.pageUrl)
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
      expect((await pages.get(`${snapshotsPath}/originals/${guess}/page`)).status, guess).toBe(404)
    }
    expect((await pages.get(`${snapshotsPath}/${visitors}/${hashOf(demo.html)}`)).status).toBe(404)
    expect((await pages.get(`${snapshotsPath}/${ticket}/page`)).status).toBe(404)
  })

  it('is visible only to editors', async () => {
    const demo = await pages.capture()
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
      expect((await pages.get(`/pictures/v1/steps/${demo.stepId}/original`, account)).status).toBe(status)
    }
    const rows = await viewer.client.rpc('get_page_edits', { p_demo_id: demo.demoId }).throwOnError()
    expect(rows.data).toEqual([])
    const own = await author.client.rpc('get_page_edits', { p_demo_id: demo.demoId }).throwOnError()
    const [row] = own.data as readonly PageEditsRow[]
    expect(row?.edits).toMatchObject([{ to: 'Ada Byron' }])
  })

  it('has its texts listed as captured and as edited', async () => {
    const demo = await pages.capture()
    await editPage(backend, demo, demo.picture, [rename(demo, '{{name|Ada}}'), coverEdit(demo.html, 'hide', 'secret')])
    const ask = async (after?: string) => {
      const answer = await backend.app.request(`${snapshotsPath}/demos/${demo.demoId}/texts`, {
        method: 'POST',
        headers: { authorization: bearer(author), 'content-type': 'application/json' },
        body: JSON.stringify({ after }),
      })
      return (await answer.json()) as PageTextsAnswer
    }
    const { pages: listed, next } = await ask()
    expect(next).toBeNull()
    expect(listed[0]?.stepIds).toEqual([demo.stepId])
    expect(listed[0]?.texts).toMatchObject([{ text: demo.heading }, { text: '{{name|Ada}}', was: 'Jane Roe' }])
    expect(listed[0]?.images).toMatchObject([{ file: hashOf(pages.avatar), alt: 'Jane Roe', isEdited: false }])
    expect(await ask('1')).toEqual({ pages: [], next: null })
  })
})

it('is what the agent reads, as visitors see it', async () => {
  const html = `<p>Drones take off at sunrise.</p><p id="p">Jane Roe signs every flight plan.</p><nav>Menu</nav>`
  const demo = await captureDemo(backend, author, html)
  const pageOf = async () => {
    const loaded = await backend.serviceClient().rpc('load_agent_demo', { p_demo_id: demo.demoId }).throwOnError()
    return (loaded.data as { demo: { steps: { page: unknown }[] } }).demo.steps[0]?.page
  }
  expect(await pageOf()).toEqual(['Drones take off at sunrise.', 'Jane Roe signs every flight plan.'])
  const edit = textEdit(demo.html, 'Drones take off at sunrise.', '{{what|Kites}} take off at sunrise.')
  await editPage(backend, demo, demo.picture, [edit, coverEdit(demo.html, 'hide', 'p')])
  expect(await pageOf()).toEqual(['Kites take off at sunrise.'])
})

it('is exported as edited, with its files, and without what was captured', async () => {
  const owner = await backend.signUp()
  const demo = await pages.capture(owner)
  await editPage(backend, demo, demo.picture, [rename(demo, '{{name|Ada}}'), coverEdit(demo.html, 'hide', 'secret')])
  const exported = await pages.get('/account/v1/export', owner)
  const files = Object.entries(unzipSync(new Uint8Array(await exported.arrayBuffer())))
  const page = files.find(([name]) => name.endsWith('.html'))
  expect(new TextDecoder().decode(page?.[1])).toContain('>Ada</p><img id="face"')
  expect(files.map(([name]) => name)).toContain(`files/demo-snapshots/${demo.workspaceId}/${hashOf(pages.avatar)}`)
  for (const [name, content] of files) expect(new TextDecoder().decode(content), name).not.toMatch(/Jane Roe|90,000/)
})

it('closes the page as captured after two hours', async () => {
  const { body } = await getEdits(backend, author, await pages.capture())
  expect((await pages.get(body.pageUrl)).status).toBe(200)
  // Ends all sessions as well.
  backend.passTime(2 * 60 * 60_000 + 1_000)
  expect((await pages.get(body.pageUrl)).status).toBe(404)
})
