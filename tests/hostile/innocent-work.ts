import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { captureBucket } from '#domain/limits.ts'
import { createImage } from '#support/create-image.ts'
import { personHeaders, trackingEvent } from '#support/tracked-demo.ts'

import type { HostileWorld } from './hostile-world.ts'

export interface InnocentCall {
  readonly who: 'author' | 'visitor'
  readonly what: string
  readonly tookMs: number
  /** Null when it worked. */
  readonly problem: string | null
}

export interface InnocentWork {
  readonly calls: readonly InnocentCall[]
  readonly stop: () => Promise<void>
}

/** An author who edits through supabase-js, and visitors who play, ask, sign in and submit the form, until stopped. */
export async function startInnocentWork(world: HostileWorld): Promise<InnocentWork> {
  const calls: InnocentCall[] = []
  const ended = new AbortController()
  const picture = (await createImage(9)).buffer

  const measure = async (who: InnocentCall['who'], what: string, work: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now()
    const problem = await work().then(
      () => null,
      (error: unknown) => (error instanceof Error || isMessage(error) ? error.message : String(error)),
    )
    calls.push({ who, what, tookMs: performance.now() - startedAt, problem })
  }

  const rounds = async (who: InnocentCall['who'], works: Record<string, () => Promise<unknown>>, pauseMs: number) => {
    while (!ended.signal.aborted) {
      for (const [what, work] of Object.entries(works)) {
        if (ended.signal.aborted) return
        await measure(who, what, work)
        await delay(pauseMs)
      }
    }
  }

  const people = [
    rounds('author', authorWork(world, picture), authorPauseMs),
    rounds('visitor', visitorWork(world), visitorPauseMs),
  ]
  return {
    calls,
    stop: async () => {
      ended.abort()
      await Promise.all(people)
    },
  }
}

/** Fast, but human. */
const authorPauseMs = 40
const visitorPauseMs = 80

function authorWork({ author, published }: HostileWorld, picture: Uint8Array): Record<string, () => Promise<unknown>> {
  const { client } = author
  const [stepId] = published.stepIds
  return {
    'list demos': async () => client.rpc('get_recent_demos', { p_limit: 100 }).throwOnError(),
    'open a demo': async () =>
      expectRows(await client.rpc('get_demo_with_steps', { p_demo_id: published.demoId }).throwOnError()),
    'read steps': async () =>
      expectRows(
        await client.from('demo_steps').select('*').eq('demo_id', published.demoId).order('order').throwOnError(),
      ),
    'save notes': async () =>
      client.rpc('update_demo_step_notes', { p_step_id: stepId, p_notes: `Notes ${randomUUID()}` }).throwOnError(),
    'rename the demo': async () =>
      client
        .from('demos')
        .update({ name: `Ledgerline tour ${randomUUID()}` })
        .eq('id', published.demoId)
        .throwOnError(),
    'keep a capture': async () =>
      client
        .from('captures')
        .insert({ id: randomUUID(), session_id: 'work', url: 'https://example.com', title: 'Work' })
        .throwOnError(),
    'upload a picture': async () => {
      const path = `${folderOf(published.pictures[0] ?? '')}/${randomUUID()}.png`
      const { error } = await client.storage.from(captureBucket).upload(path, picture, { contentType: 'image/png' })
      if (error !== null) throw error
    },
  }
}

function visitorWork(world: HostileWorld): Record<string, () => Promise<unknown>> {
  const { published, author, newVisitor } = world
  return {
    'play the demo': async () => expectOk(await newVisitor().ask(`/demo/${published.demoId}/play`)),
    'read the demo': async () => {
      const headers = { 'x-demo-id': published.demoId }
      const answer = await newVisitor().ask('/rest/v1/demo_steps?select=id,description&order=order', { headers })
      expectRows({ data: await answer.json() })
    },
    'see a picture': async () =>
      expectOk(
        await newVisitor().ask(
          `/storage/v1/render/image/public/${captureBucket}/${published.pictures[1] ?? ''}?width=1080`,
        ),
      ),
    'leave an address': async () => {
      const answer = await newVisitor().ask(`/share/v1/demos/${published.demoId}/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          id: randomUUID(),
          cardId: published.leadCardId,
          answers: { email: `lead-${randomUUID()}@example.com`, name: 'Ada' },
          sessionId: null,
          hasConsented: true,
        }),
      })
      await expectOk(answer)
    },
    'open a locked link': async () => {
      const answer = await newVisitor().ask(`/demo/${published.link.token}/play`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ password: published.link.password }).toString(),
        redirect: 'manual',
      })
      await answer.arrayBuffer()
      if (answer.status !== 303) throw new Error(`answered ${answer.status}`)
    },
    'sign in': async () => {
      const credentials = { email: author.email, password: author.password }
      const { error } = await newVisitor().client.auth.signInWithPassword(credentials)
      if (error !== null) throw error
    },
    'be counted': async () =>
      expectOk(
        await newVisitor().ask('/rest/v1/user_tracking_events', {
          method: 'POST',
          headers: { ...personHeaders, 'content-type': 'application/json', prefer: 'return=minimal' },
          body: JSON.stringify(trackingEvent({ session_id: randomUUID() })),
        }),
      ),
    'begin a talk': async () =>
      expectOk(
        await newVisitor().ask('/agent/v1/sessions', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...personHeaders },
          body: JSON.stringify({ demoId: published.demoId }),
        }),
      ),
  }
}

async function expectOk(answer: Response): Promise<void> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`answered ${answer.status}: ${text.slice(0, 200)}`)
}

function expectRows({ data }: { readonly data: unknown }): void {
  if (data === null || (Array.isArray(data) && data.length === 0)) throw new Error('The rows were not there')
  if (!Array.isArray(data) && isMessage(data)) throw new Error(data.message)
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function isMessage(value: unknown): value is { readonly message: string } {
  return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
}
