import { afterAll, beforeAll, expect, test } from 'vitest'

import { plainDemoLook, storedDemoLook } from '#domain/demo-look.ts'
import { demoIdHeader } from '#protocol/client-config.ts'
import { startBackend, type Backend } from '#support/backend.ts'

/* How a workspace's demos look to visitors. */

let backend: Backend

beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

test('is set by admins and read by anyone with a demo’s link', async () => {
  const owner = await backend.signUp()
  const { data } = await owner.client.from('workspaces').select('id').single().throwOnError()
  const { id } = data as { readonly id: string }
  const brand = {
    brand_color: '#6d28d9',
    brand_logo: `${id}/brand/logo.png`,
    shows_product_name: false,
    brand_font: 'serif',
  }
  await owner.client.from('workspaces').update(brand).eq('id', id).throwOnError()
  const demo = await owner.client.from('demos').insert({ name: 'Tour' }).select('id').single().throwOnError()
  const demoId = String((demo.data as { readonly id: unknown }).id)

  const read = async (headers: Readonly<Record<string, string>>) =>
    (await backend.anonClient(headers).rpc('get_demo_brand', { p_demo_id: demoId })).data as unknown
  expect(await read({ [demoIdHeader]: demoId })).toEqual({
    color: '#6d28d9',
    logo: `${id}/brand/logo.png`,
    shows_product_name: false,
    font: 'serif',
  })
  expect(await read({})).toBeNull()

  for (const wrong of [
    { brand_color: 'red' },
    { brand_font: 'https://evil.example.com/font.woff2' },
    { new_demo_look: [] },
    { new_demo_look: { cover: 'x'.repeat(20_001) } },
    { brand_color: '#6d28d9;}body{display:none' },
    { brand_logo: 'https://evil.example.com/pixel.png' },
    { brand_logo: '5a3d1e00-0000-4000-8000-000000000001/brand/logo.png' },
  ]) {
    expect((await owner.client.from('workspaces').update(wrong).eq('id', id)).error?.code).toBe('23514')
  }
  const stranger = await backend.signUp()
  expect((await stranger.client.from('workspaces').update(brand).eq('id', id).select()).data).toEqual([])
  const audit = await owner.client.rpc('workspace_audit', { p_workspace_id: id, p_limit: 20 })
  expect((audit.data as readonly { readonly action: string }[]).map(({ action }) => action)).toContain('brand_changed')
})

test('new demos start with the workspace’s look', async () => {
  const owner = await backend.signUp()
  const { data } = await owner.client.from('workspaces').select('id,new_demo_look').single().throwOnError()
  const { id, new_demo_look: plain } = data as { readonly id: string; readonly new_demo_look: unknown }
  const ending = { ...plainDemoLook.ending, kind: 'replay' } as const
  expect(plain).toEqual(storedDemoLook({ ...plainDemoLook, layout: 'callout', ending }))
  const look = { layout: 'side', frame: 'window' }
  await owner.client.from('workspaces').update({ new_demo_look: look }).eq('id', id).throwOnError()
  const demoId = crypto.randomUUID()
  const steps = [{ id: crypto.randomUUID(), screenshot_url: 'one.png', title: 'One' }]
  await owner.client.rpc('import_demo', { p_demo_id: demoId, p_name: 'Tour', p_steps: steps }).throwOnError()
  const made = await owner.client.from('demos').select('look').eq('id', demoId).single().throwOnError()
  expect(made.data).toEqual({ look })
})

test('new demos end with a call once the workspace takes meetings', async () => {
  const owner = await backend.signUp()
  const endingOfNew = async () => {
    const demoId = crypto.randomUUID()
    const steps = [{ id: crypto.randomUUID(), screenshot_url: 'one.png', title: 'One' }]
    await owner.client.rpc('import_demo', { p_demo_id: demoId, p_name: 'Tour', p_steps: steps }).throwOnError()
    const { data } = await owner.client.from('demos').select('look').eq('id', demoId).single().throwOnError()
    return (data as { readonly look: { readonly ending: { readonly kind: string } } }).look.ending.kind
  }
  expect(await endingOfNew()).toBe('replay')
  const agent = await owner.client.from('agents').select('id,workspace_id').eq('is_default', true).single()
  const { id: agent_id, workspace_id } = agent.data as { readonly id: string; readonly workspace_id: string }
  await owner.client
    .from('availability')
    .insert({
      agent_id,
      workspace_id,
      is_on: true,
      time_zone: 'Europe/Berlin',
      weekly_hours: [{ day: 1, from: '09:00', to: '17:00' }],
      organiser_email: owner.user.email,
      place: 'https://meet.example/rosa',
    })
    .throwOnError()
  expect(await endingOfNew()).toBe('book')
})
