import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { removeWorkspaceFiles } from '#server/account/workspace-files.ts'
import { originalBucket } from '#domain/limits.ts'
import type { Backend, SignedUp } from '#support/backend.ts'
import { bearer, editPage, getEdits, putEdits, sharedPage, type CapturedDemo } from '#support/captured-demo.ts'
import { colorOf, publicPicture, rename, startReportPages, stepOf, type ReportPages } from '#support/report-pages.ts'
import { fileKeys } from '#support/storage-backend.ts'

/* Edits of captured pages under attack, in a race, and over the life of a page. */

let backend: Backend
let author: SignedUp
let pages: ReportPages

beforeAll(async () => {
  pages = await startReportPages()
  ;({ backend, author } = pages)
})
afterAll(() => backend.close())

describe('edits', () => {
  it('are refused when they are invalid or don’t fit the page', async () => {
    const demo = await pages.capture()
    const send = async (edits: unknown, picture: Uint8Array<ArrayBuffer> | null = pages.blue) => {
      const answer = await putEdits(backend, author, demo, { expected: demo.picture, edits }, picture)
      const { code, message } = (await answer.json()) as { code: string; message: string }
      return `${answer.status} ${code}: ${message}`
    }
    const edit = rename(demo)
    const shape = '400 bad_request: These aren’t valid page edits.'
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
    expect((await putEdits(backend, author, demo, '{"expected"', pages.blue)).status).toBe(400)
    expect((await putEdits(backend, author, demo, '['.repeat(100_000), pages.blue)).status).toBe(400)
    expect(await stepOf(demo)).toMatchObject({ screenshot_url: demo.picture })
    await pages.endEdits()
    expect((await pages.get(publicPicture(demo.picture))).status).toBe(200)
  })

  it('are text, whatever they say', async () => {
    const demo = await pages.capture()
    const hostile = `</p></style><script>alert(1)</script><img src=x onerror=alert(1)>\u{F0000}0company|<b>\u{F0001}`
    await editPage(backend, demo, demo.picture, [rename(demo, hostile)])
    const html = await (await pages.get(`${(await sharedPage(backend, demo)) ?? ''}?v.company=x`)).text()
    expect(html).toContain('>&lt;/p&gt;&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x')
    expect(html).not.toMatch(/<script|<img src="?x|<b>\u{F0001}/u)
  })

  it('of two editors at once: one is saved, and the other leaves nothing behind', async () => {
    const owner = await backend.signUp()
    const demo = await pages.capture(owner)
    const answers = await Promise.all(
      ['Ada', 'Bo', 'Cy'].map((to) =>
        putEdits(backend, owner, demo, { expected: demo.picture, edits: [rename(demo, to)] }, pages.blue),
      ),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    await pages.endEdits()
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

  it('change nothing when a file can’t be written', async () => {
    const demo = await pages.capture()
    const limit = (bytes: number) =>
      backend.services.database.runScript(
        `update storage.buckets set file_size_limit = ${bytes} where id = '${originalBucket}'`,
      )
    await limit(10)
    const failed = await putEdits(backend, author, demo, { expected: demo.picture, edits: [rename(demo)] }, pages.blue)
    await limit(26_214_400)
    expect(failed.status).toBeGreaterThanOrEqual(400)
    await pages.endEdits()
    expect((await pages.get(publicPicture(demo.picture))).status).toBe(200)
    expect(await (await pages.get((await sharedPage(backend, demo)) ?? '')).text()).toContain('Jane Roe</p>')
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
    const demo = await pages.capture()
    const { screenshotUrl } = await editPage(backend, demo, demo.picture, [rename(demo)])
    const { body } = await getEdits(backend, author, demo)
    const redacted = await redact(demo, screenshotUrl, [area])
    expect(await sharedPage(backend, demo)).toBeNull()
    expect((await pages.get(body.pageUrl)).status).toBe(404)
    expect(await colorOf(await pages.get(`/pictures/v1/steps/${demo.stepId}/original`, author))).toBe('00f')
    const undone = await redact(demo, redacted, [])
    expect(await colorOf(await pages.get(publicPicture(undone)))).toBe('00f')
    expect(await sharedPage(backend, demo)).toBeNull()
    const late = await putEdits(backend, author, demo, { expected: undone, edits: [] }, null)
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([404, 'no_page'])
  })

  it('doesn’t come back with an old draft, a restored step or a copy', async () => {
    const demo = await pages.capture()
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
    expect(await (await pages.get((await sharedPage(backend, demo)) ?? '')).text()).not.toContain('Jane')
  })

  it('goes with its demo, its workspace, or a week after its picture was replaced', async () => {
    const owner = await backend.signUp()
    const [one, two, three] = [await pages.capture(owner), await pages.capture(owner), await pages.capture(owner)]
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
    await pages.endEdits()
    expect(await edited()).toBe(2)
    await backend.services.database.runScript(
      "update public.snapshots set unused_since = unused_since - interval '8 days'",
    )
    await pages.endEdits()
    expect(await edited()).toBe(1)
    const keys = await fileKeys(backend.services)
    expect(keys.length).toBeGreaterThan(0)
    await backend.serviceClient().auth.admin.deleteUser(owner.user.id)
    await removeWorkspaceFiles(backend.services)
    await pages.endEdits()
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
