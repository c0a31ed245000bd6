import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { RecaptureChange } from '#protocol/recapture.ts'
import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* Steps get the pictures of a new recording and keep what their authors wrote, all or nothing. */

let backend: Backend
let author: SignedUp
let demoId: string
let freshId: string
let steps: readonly Row[]
let fresh: readonly Row[]

type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly screenshot_url: string }

beforeAll(async () => {
  backend = await startBackend()
  author = await backend.signUp()
})
afterAll(() => backend.close())

const area = { xPercent: 10, yPercent: 20, widthPercent: 30, heightPercent: 40 }

beforeEach(async () => {
  demoId = await addDemo('Tour', 'old', 3, (order) => ({
    title: `Title ${order}`,
    description: `Notes ${order}`,
    look: {
      chapter: `Chapter ${order}`,
      zoom: area,
      box: area,
      marker: 'box',
      action: { kind: 'type', text: 'as the author says' },
    },
  }))
  freshId = await addDemo('Recording', 'fresh', 3, (order) => ({
    title: `Click ${order}`,
    look: { box: { ...area, xPercent: 50 + order }, action: { kind: 'type', text: 'as recorded' } },
  }))
  ;[steps, fresh] = [await rowsOf(demoId), await rowsOf(freshId)]
})

async function addDemo(
  name: string,
  folder: string,
  count: number,
  more: (order: number) => Readonly<Record<string, unknown>>,
  by = author.client,
): Promise<string> {
  const { data } = await by.from('demos').insert({ name }).select('id').single<{ id: string }>().throwOnError()
  const places = {
    click_x: folder === 'old' ? 10 : 60,
    click_y: 50,
    width: folder === 'old' ? 1280 : 1440,
    height: 800,
  }
  await by
    .from('demo_steps')
    .insert(
      Array.from({ length: count }, (_, index) => ({
        demo_id: data.id,
        order: index + 1,
        screenshot_url: `${folder}-${index + 1}-${randomUUID()}.png`,
        ...places,
        ...more(index + 1),
      })),
    )
    .throwOnError()
  return data.id
}

async function rowsOf(id: string): Promise<readonly Row[]> {
  const { data } = await author.client
    .from('demo_steps')
    .select('*')
    .eq('demo_id', id)
    .order('order')
    .overrideTypes<Row[], { merge: false }>()
    .throwOnError()
  return data.map((row) => ({ ...row, updated_at: null }))
}

function pairOf(old: number, from: number): RecaptureChange['replaced'][number] {
  const [step, other] = [steps[old]!, fresh[from]!]
  return { id: step.id, from: other.id, expected: step.screenshot_url, picture: other.screenshot_url }
}

function recapture(change: RecaptureChange, by = author.client, from = freshId) {
  return by.rpc('recapture_steps', { p_demo_id: demoId, p_from_id: from, p_change: change })
}

const ids = () => steps.map(({ id }) => id)

it('gives steps the new pictures and places, and keeps titles, notes, chapters and zooms', async () => {
  const { error } = await recapture({ replaced: [pairOf(0, 0), pairOf(1, 2)], added: [], order: ids() })
  expect(error).toBeNull()
  const after = await rowsOf(demoId)
  expect(after[0]).toMatchObject({
    id: steps[0]?.id,
    title: 'Title 1',
    description: 'Notes 1',
    screenshot_url: fresh[0]?.screenshot_url,
    width: 1440,
    click_x: 60,
    look: {
      chapter: 'Chapter 1',
      zoom: area,
      marker: 'box',
      box: { ...area, xPercent: 51 },
      action: { kind: 'type', text: 'as the author says' },
    },
  })
  expect(after[1]?.screenshot_url).toBe(fresh[2]?.screenshot_url)
  expect(after[2]).toEqual(steps[2])
  expect(await rowsOf(freshId)).toEqual([])
})

it('takes over a new title where the author wants it, and no hotspot where there was none', async () => {
  await author.client.from('demo_steps').update({ click_x: null, click_y: null }).eq('id', steps[0]?.id).throwOnError()
  const change = { replaced: [{ ...pairOf(0, 0), title: 'Click 1' }], added: [], order: ids() }
  expect((await recapture(change)).error).toBeNull()
  const [first] = await rowsOf(demoId)
  expect(first).toMatchObject({ title: 'Click 1', description: 'Notes 1', click_x: null, click_y: null })
})

it('adds steps in their place and deletes others, which Undo restores', async () => {
  const added = { id: randomUUID(), from: fresh[1]!.id }
  const order = [ids()[0]!, added.id, ids()[2]!]
  expect((await recapture({ replaced: [pairOf(0, 0)], added: [added], order })).error).toBeNull()
  const after = await rowsOf(demoId)
  expect(after.map(({ id, title }) => [id, title])).toEqual([
    [steps[0]?.id, 'Title 1'],
    [added.id, 'Click 2'],
    [steps[2]?.id, 'Title 3'],
  ])
  expect(after.map((row) => row['order'])).toEqual([1, 2, 3])
  const { data } = await author.client.rpc('restore_demo_steps', { p_demo_id: demoId, p_step_ids: [ids()[1]] })
  expect(data).toEqual([ids()[1]])
})

it('does nothing when it is repeated after a lost answer', async () => {
  const change = { replaced: [pairOf(0, 0)], added: [], order: ids() }
  await recapture(change).throwOnError()
  const after = await rowsOf(demoId)
  expect((await recapture(change)).error).toBeNull()
  expect(await rowsOf(demoId)).toEqual(after)
})

it.each([
  ['another picture by now', () => ({ replaced: [{ ...pairOf(0, 0), expected: 'another.png' }], order: ids() })],
  ['another new picture by now', () => ({ replaced: [{ ...pairOf(0, 0), picture: 'another.png' }], order: ids() })],
  ['a step named twice', () => ({ replaced: [pairOf(0, 0), { ...pairOf(0, 1) }], order: ids() })],
  ['a new picture used twice', () => ({ replaced: [pairOf(0, 0), pairOf(1, 0)], order: ids() })],
  ['an order with a stranger', () => ({ replaced: [pairOf(0, 0)], order: [...ids(), randomUUID()] })],
  ['an order with a step twice', () => ({ replaced: [pairOf(0, 0)], order: [...ids(), ids()[0]!] })],
  ['a replaced step that goes', () => ({ replaced: [pairOf(0, 0)], order: ids().slice(1) })],
])('changes nothing with %s', async (_, change) => {
  const { error } = await recapture({ added: [], ...change() })
  expect(error?.code).toBe('PT409')
  expect([await rowsOf(demoId), await rowsOf(freshId)]).toEqual([steps, fresh])
})

it.each<[string, unknown]>([
  ['nothing', null],
  ['no order', { replaced: [], added: [] }],
  ['an empty order', { replaced: [], added: [], order: [] }],
  ['another shape', { replaced: {}, added: [], order: ['a'] }],
  ['too many steps', { replaced: [], added: [], order: Array.from({ length: 1_001 }, () => randomUUID()) }],
])('refuses %s', async (_, change) => {
  const { error } = await recapture(change as RecaptureChange)
  expect(error).not.toBeNull()
  expect([await rowsOf(demoId), await rowsOf(freshId)]).toEqual([steps, fresh])
})

it('deletes no demo that is in use', async () => {
  const place = { x_percent: 10, y_percent: 10, width_percent: 20, height_percent: 20 }
  await author.client
    .from('step_cards')
    .insert({ ...place, step_id: fresh[2]!.id, type: 'cue', title: 'In use' })
    .throwOnError()
  const { error } = await recapture({ replaced: [pairOf(0, 0)], added: [], order: ids() })
  expect(error?.message).toBe("A demo with cards, links or leads isn't a recording")
  expect([await rowsOf(demoId), await rowsOf(freshId)]).toEqual([steps, fresh])
})

it('is allowed only for editors of both demos in one workspace', async () => {
  const stranger = await backend.signUp()
  const change = { replaced: [pairOf(0, 0)], added: [], order: ids() }
  expect((await recapture(change, stranger.client)).error?.message).toBe('Demo not found')
  expect((await recapture(change, backend.anonClient())).error).not.toBeNull()
  const foreign = await addDemo('Theirs', 'fresh', 1, () => ({}), stranger.client)
  expect((await recapture(change, author.client, foreign)).error?.message).toBe('Demo not found')
  expect((await recapture(change, author.client, demoId)).error?.code).toBe('22023')
  expect([await rowsOf(demoId), await rowsOf(freshId)]).toEqual([steps, fresh])
})
