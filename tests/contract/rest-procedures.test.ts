import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'

import type { DemoWithStepsRow, ImportStepRow, RecentDemoRow } from '#protocol/rows.ts'

let backend: Backend
let client: SupabaseClient

beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

beforeEach(async () => {
  client = (await backend.signUp()).client
})

function recordedStep(number: number): ImportStepRow {
  return {
    id: randomUUID(),
    title: `Click ${number}`,
    description: null,
    screenshot_url: `${number}.png`,
    alt: null,
    width: 1280,
    height: 720,
    click_x: 12.5,
    click_y: 50,
    capture: {
      id: randomUUID(),
      session_id: 'recording',
      url: `https://example.com/${number}`,
      title: 'Example',
      timestamp: '2026-11-21T06:15:31.5+00:00',
      target_role: 'button',
      target_name: `Button ${number}`,
      viewport_width: 1280,
      viewport_height: 720,
      scroll_x: 0,
      scroll_y: 120.5,
      device_pixel_ratio: 2,
      frame_delay_ms: 16,
    },
  }
}

async function importDemo(steps: readonly ImportStepRow[], id: string = randomUUID(), name = '  Recorded  ') {
  return client.rpc('import_demo', { p_demo_id: id, p_name: name, p_steps: steps })
}

async function load(id: string): Promise<DemoWithStepsRow | null> {
  const { data } = await client.rpc('get_demo_with_steps', { p_demo_id: id }).throwOnError()
  return data as DemoWithStepsRow | null
}

async function newDemo(count: number): Promise<DemoWithStepsRow> {
  const { data } = await importDemo(Array.from({ length: count }, (_, index) => recordedStep(index + 1))).then(
    (answer) => answer,
  )
  const demo = await load(String(data))
  if (demo === null) throw new Error('The demo was not made')
  return demo
}

describe('import_demo', () => {
  it('creates the demo, its ordered steps and their captures', async () => {
    const id = randomUUID()
    const steps = [1, 2, 3].map(recordedStep)
    const { data, status } = await importDemo(steps, id)
    expect([status, data]).toEqual([200, id])
    const demo = await load(id)
    expect(demo).toMatchObject({ name: 'Recorded', status: 'active', is_sample: false })
    expect(demo?.steps.map((step) => [step.order, step.id, step.title, step.click_x, step.capture_id])).toEqual(
      steps.map((step, index) => [index + 1, step.id, step.title, 12.5, step.capture?.id]),
    )
    const { data: captures } = await client.from('captures').select('id,target_name,scroll_y,timestamp').order('url')
    expect(captures).toEqual(
      steps.map((step) => ({
        id: step.capture?.id,
        target_name: step.capture?.target_name,
        scroll_y: 120.5,
        timestamp: '2026-11-21T06:15:31.5+00:00',
      })),
    )
  })

  it('flags screenshots not taken at the click until an author has checked them', async () => {
    const id = randomUUID()
    const steps = [0, 140, -600].map((delayMs, index) => {
      const step = recordedStep(index + 1)
      return { ...step, capture: { ...step.capture!, frame_delay_ms: delayMs } }
    })
    await importDemo(steps, id)
    const toCheck = async () => {
      const { data } = await client
        .from('demo_steps')
        .select('capture_id, captures!inner(id)')
        .eq('demo_id', id)
        .neq('captures.frame_delay_ms', 0)
        .eq('captures.picture_checked', false)
        .order('order')
        .throwOnError()
      return data.map((row) => row.capture_id)
    }
    expect(await toCheck()).toEqual([steps[1]?.capture.id, steps[2]?.capture.id])
    await client.from('captures').update({ picture_checked: true }).eq('id', steps[1]?.capture.id).throwOnError()
    expect(await toCheck()).toEqual([steps[2]?.capture.id])
  })

  it('stores captures, which can be counted and listed newest first', async () => {
    const steps = [1, 2, 3].map((number) => {
      const step = recordedStep(number)
      return { ...step, capture: { ...step.capture!, timestamp: `2026-11-21T06:0${number}:00+00:00` } }
    })
    await importDemo(steps)
    const counted = await client.from('captures').select('*', { count: 'exact', head: true })
    const listed = await client
      .from('captures')
      .select('session_id, url, timestamp')
      .order('timestamp', { ascending: false })
    expect(counted).toMatchObject({ status: 200, count: 3, data: null })
    expect(listed.data).toEqual(
      steps.toReversed().map(({ capture: { session_id, url, timestamp } }) => ({ session_id, url, timestamp })),
    )
  })

  it('accepts the longest recording a call may carry, with every capture', async () => {
    const demo = await newDemo(1_000)
    expect(demo.steps.map((step) => step.order)).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1))
    expect((await client.from('captures').select('*', { count: 'exact', head: true })).count).toBe(1_000)
  })

  it('is idempotent', async () => {
    const id = randomUUID()
    const steps = [recordedStep(1), recordedStep(2)]
    await importDemo(steps, id)
    const before = await load(id)
    expect((await importDemo(steps, id)).data).toBe(id)
    expect((await importDemo([recordedStep(9)], id, 'Other')).data).toBe(id)
    expect(await load(id)).toEqual(before)
    expect((await client.from('captures').select('*', { count: 'exact', head: true })).count).toBe(2)
  })

  it('is safe to call twice at once', async () => {
    const id = randomUUID()
    const steps = [recordedStep(1)]
    const answers = await Promise.all([importDemo(steps, id), importDemo(steps, id)])
    expect(answers.map(({ data }) => data)).toEqual([id, id])
    expect((await load(id))?.steps).toHaveLength(1)
    expect((await importDemo(steps, id)).data).toBe(id)
  })

  it.each([
    ['no step', () => [], '22023'],
    ['1,001 steps', () => Array.from({ length: 1_001 }, (_, index) => recordedStep(index)), '22023'],
    ['a step without an image', () => [recordedStep(1), { ...recordedStep(2), screenshot_url: null }], '23502'],
    ['a hotspot outside the image', () => [recordedStep(1), { ...recordedStep(2), click_x: 120 }], '23514'],
    ['a step id that is no id', () => [recordedStep(1), { ...recordedStep(2), id: 'two' }], '22P02'],
  ])('makes nothing of %s', async (_, makeSteps, code) => {
    const id = randomUUID()
    const { error } = await importDemo(makeSteps() as ImportStepRow[], id)
    expect(error?.code).toBe(code)
    expect(await load(id)).toBeNull()
    expect((await client.from('captures').select('id')).data).toEqual([])
  })

  it('refuses a blank name, and another author’s id', async () => {
    expect((await importDemo([recordedStep(1)], randomUUID(), '   ')).error?.code).toBe('23514')
    const taken = await newDemo(1)
    client = (await backend.signUp()).client
    expect((await importDemo([recordedStep(1)], taken.id)).error?.code).toBe('23505')
  })
})

describe('get_recent_demos', () => {
  it('lists the newest first, with prefixed names and steps', async () => {
    const first = await newDemo(1)
    const second = await newDemo(2)
    const { data } = await client.rpc('get_recent_demos', { p_limit: 100 }).throwOnError()
    const demos = (data as RecentDemoRow[]).filter((demo) => !demo.demo_is_sample)
    expect(demos.map((demo) => [demo.demo_id, demo.steps.length])).toEqual([
      [second.id, 2],
      [first.id, 1],
    ])
    expect(Object.keys(demos[0] ?? {})).toEqual([
      'demo_id',
      'demo_name',
      'demo_description',
      'demo_created_at',
      'demo_updated_at',
      'demo_status',
      'demo_is_sample',
      'steps',
      'demo_step_count',
      'demo_has_notes',
    ])
  })
})

describe('a member of two workspaces', () => {
  it('creates and lists demos in the named one, page by page, beyond the thousandth', async () => {
    const made = await client.rpc('create_workspace', { p_name: ' Second ' }).throwOnError()
    const { outcome, id: workspaceId } = made.data as { readonly outcome: string; readonly id: string }
    expect(outcome).toBe('ok')
    const imported = { p_demo_id: randomUUID(), p_name: 'There', p_steps: [recordedStep(1), recordedStep(2)] }
    await client.rpc('import_demo', { ...imported, p_workspace_id: workspaceId }).throwOnError()
    await backend.services.database.transaction('system', [
      {
        text: `insert into public.demos (workspace_id, name) select $1, 'Demo ' || n from generate_series(1, 1100) n`,
        values: [workspaceId],
      },
    ])
    const ids: string[] = []
    let page: readonly RecentDemoRow[] = []
    do {
      const last = page.at(-1)
      const { data } = await client
        .rpc('get_recent_demos', {
          p_limit: 500,
          p_workspace_id: workspaceId,
          p_steps: 1,
          ...(last !== undefined && { p_before: last.demo_created_at, p_before_id: last.demo_id }),
        })
        .throwOnError()
      page = data as readonly RecentDemoRow[]
      ids.push(...page.map(({ demo_id }) => demo_id))
    } while (page.length === 500)
    expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([1101, 1101, imported.p_demo_id])
    expect(page.at(-1)).toMatchObject({ demo_step_count: 2, demo_has_notes: false, steps: [{ order: 1 }] })

    const stranger = (await backend.signUp()).client
    const asked = { p_workspace_id: workspaceId }
    expect((await stranger.rpc('get_recent_demos', asked).throwOnError()).data).toEqual([])
    const pushed = await stranger.rpc('import_demo', { ...imported, p_demo_id: randomUUID(), ...asked })
    expect(pushed.error?.code).toBe('42501')
  })

  it('creates twenty at most, each with a name', async () => {
    expect((await client.rpc('create_workspace', { p_name: ' ' })).data).toEqual({ outcome: 'bad_name' })
    for (let count = 1; count < 20; count += 1) await client.rpc('create_workspace', { p_name: 'One' }).throwOnError()
    expect((await client.rpc('create_workspace', { p_name: 'One' })).data).toEqual({ outcome: 'too_many' })
  })
})

describe('reorder_demo_steps', () => {
  it('puts the steps in the order of the list', async () => {
    const demo = await newDemo(4)
    const reversed = demo.steps.map((step) => step.id).toReversed()
    const { status } = await client.rpc('reorder_demo_steps', { p_demo_id: demo.id, p_step_ids: reversed })
    expect(status).toBe(204)
    const steps = (await load(demo.id))?.steps
    expect(steps?.map((step) => [step.order, step.id])).toEqual(reversed.map((id, index) => [index + 1, id]))
  })

  it.each([
    ['a step is missing', (ids: readonly string[]) => ids.slice(1)],
    ['a step is named twice', (ids: readonly string[]) => [ids[0], ...ids]],
    ['a step is of another demo', (ids: readonly string[]) => [...ids.slice(1), randomUUID()]],
    ['it is empty', () => []],
  ])('refuses a list that is out of date: %s', async (_, change) => {
    const demo = await newDemo(3)
    const ids = demo.steps.map((step) => step.id)
    const { error, status } = await client.rpc('reorder_demo_steps', { p_demo_id: demo.id, p_step_ids: change(ids) })
    expect([status, error?.message]).toEqual([409, 'The steps have changed since they were loaded'])
    expect((await load(demo.id))?.steps.map((step) => step.id)).toEqual(ids)
  })

  it('also works one step at a time, as in the spec', async () => {
    const demo = await newDemo(3)
    const reversed = demo.steps.toReversed()
    const answers = await Promise.all(
      reversed.map((step, index) =>
        client
          .from('demo_steps')
          .update({ order: index + 1 })
          .eq('id', step.id),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await load(demo.id))?.steps.map((step) => step.id)).toEqual(reversed.map((step) => step.id))
  })
})

describe('speaker notes', () => {
  it('are stored on the step and its capture', async () => {
    const demo = await newDemo(1)
    const step = demo.steps[0]
    const saved = await client.rpc('update_demo_step_notes', { p_step_id: step?.id, p_notes: '  Say hello  ' })
    const kept = await client.rpc('update_capture_notes', { p_capture_id: step?.capture_id, p_notes: 'Say hello' })
    expect([saved.error, kept.error]).toEqual([null, null])
    expect((await load(demo.id))?.steps[0]?.description).toBe('Say hello')
    expect((await client.from('captures').select('notes')).data).toEqual([{ notes: 'Say hello' }])
    await client.rpc('update_demo_step_notes', { p_step_id: step?.id, p_notes: ' ' })
    expect((await load(demo.id))?.steps[0]?.description).toBeNull()
  })

  it('always find their capture, because every id is a version 4 UUID', async () => {
    const named = async (id: string) =>
      (await client.from('captures').insert({ id, session_id: 's', url: 'https://example.com' })).error?.code
    expect(await named(randomUUID())).toBeUndefined()
    expect(await named('6a3d1e00-0000-1000-8000-000000000001')).toBe('23514')
    expect(await named('6a3d1e00-0000-4000-7000-000000000001')).toBe('23514')
  })

  it('report a missing step or capture', async () => {
    const step = await client.rpc('update_demo_step_notes', { p_step_id: randomUUID(), p_notes: 'x' })
    const capture = await client.rpc('update_capture_notes', { p_capture_id: randomUUID(), p_notes: 'x' })
    expect([step.status, step.error?.message, capture.error?.message]).toEqual([
      400,
      'Step not found',
      'Capture not found',
    ])
  })
})
