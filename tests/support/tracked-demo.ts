import { randomUUID } from 'node:crypto'

import type { TrackingEventRow } from '#protocol/tracking-events.ts'

import type { Backend, SignedUp } from './backend.ts'

/** A regular user agent; a test client's own is not a browser's. */
export const personHeaders = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'accept-language': 'en',
} as const

export interface TrackedDemo {
  readonly owner: SignedUp
  readonly workspaceId: string
  readonly demoId: string
  readonly stepIds: readonly string[]
  /** A share link besides the plain URL. */
  readonly link: { readonly id: string; readonly token: string }
}

/** An author, new by default, with a demo of three steps, in a browser no test visitor uses. */
export async function makeTrackedDemo(backend: Backend, known?: SignedUp): Promise<TrackedDemo> {
  const owner = known ?? (await backend.signUp(undefined, { 'user-agent': 'AuthorsBrowser/1.0' }))
  const { data } = await owner.client.from('workspaces').select('id').single().throwOnError()
  const demoId = randomUUID()
  const stepIds = [randomUUID(), randomUUID(), randomUUID()]
  await owner.client.from('demos').insert({ id: demoId, name: 'Tour' }).throwOnError()
  for (const [index, id] of stepIds.entries()) {
    const step = { id, demo_id: demoId, order: index + 1, title: `Step ${index + 1}`, screenshot_url: 'one.png' }
    await owner.client.from('demo_steps').insert(step).throwOnError()
  }
  const link = await owner.client
    .from('share_links')
    .insert({ demo_id: demoId, name: 'Spring' })
    .select('id,token')
    .single()
    .throwOnError()
  return {
    owner,
    workspaceId: String(data['id']),
    demoId,
    stepIds,
    link: { id: String(link.data.id), token: String(link.data.token) },
  }
}

/** An event as the tracker posts it now. */
export function trackingEvent(fields: Partial<TrackingEventRow> = {}): TrackingEventRow {
  return {
    id: randomUUID(),
    event_type: 'page_view',
    session_id: 'session',
    page_url: 'https://shop.example/prices',
    timestamp: new Date().toISOString(),
    ...fields,
  }
}

/** Posts to the spec's URL as specified, by default with a regular browser's user agent. */
export function postTracking(
  backend: Backend,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return Promise.resolve(
    backend.app.fetch(
      new Request('http://understudy.test/rest/v1/user_tracking_events', {
        method: 'POST',
        headers: {
          apikey: backend.services.config.anonKey,
          'content-type': 'application/json',
          prefer: 'return=minimal',
          ...personHeaders,
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    ),
  )
}
