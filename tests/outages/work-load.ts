import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { personHeaders, trackingEvent } from '#support/tracked-demo.ts'

export type Work = 'read' | 'save' | 'save much' | 'ingest' | 'upload'

/** One request and its result; status 0: no answer at all. */
export interface WorkRequest {
  readonly work: Work
  readonly status: number
  readonly retryAfter: string | null
  readonly id: string
  readonly tookMs: number
}

export interface WorkLoad {
  /** The requests of all workers so far. */
  readonly deeds: readonly WorkRequest[]
  /** One request, awaited. */
  readonly once: (work: Work) => Promise<WorkRequest>
  /** Starts this many workers, each sending one request after another, until the returned function is called. */
  readonly begin: (people: number, works: readonly Work[]) => () => Promise<void>
  /** Acknowledged rows, events and files that are missing, and refused files that exist. */
  readonly compare: () => Promise<{ readonly lost: number; readonly halfWritten: number }>
}

/** Typical server work: authors with their requests and the answers. */
export async function openWorkLoad(url: string, serviceKey: string): Promise<WorkLoad> {
  const config = (await (await fetch(`${url}/config.json`)).json()) as { readonly supabaseAnonKey: string }
  const apikey = config.supabaseAnonKey
  const json = { 'content-type': 'application/json' }
  const signUp = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey, ...json },
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'correct horse' }),
  })
  const { access_token: token } = (await signUp.json()) as { readonly access_token: string }
  const author = { apikey, authorization: `Bearer ${token}` }
  const service = { apikey: serviceKey, authorization: `Bearer ${serviceKey}` }
  const bucket = `outages-${randomUUID()}`
  await fetch(`${url}/storage/v1/bucket`, {
    method: 'POST',
    headers: { ...service, ...json },
    body: JSON.stringify({ id: bucket, name: bucket, public: true }),
  })
  const deeds: WorkRequest[] = []

  const requests: Readonly<Record<Work, (id: string) => [path: string, init: RequestInit]>> = {
    read: () => ['/rest/v1/captures?select=id&limit=1', { headers: author }],
    save: (id) => {
      const row = { id, title: 'Saved', url: 'https://example.com', session_id: 'outages' }
      return ['/rest/v1/captures', { method: 'POST', headers: { ...author, ...json }, body: JSON.stringify(row) }]
    },
    'save much': (id) => {
      const row = { id, name: 'Saved', settings: { much: randomBytes(60_000).toString('base64') } }
      return ['/rest/v1/demos', { method: 'POST', headers: { ...author, ...json }, body: JSON.stringify(row) }]
    },
    ingest: (id) => {
      const headers = { apikey, ...json, ...personHeaders, prefer: 'return=minimal' }
      const body = JSON.stringify(trackingEvent({ session_id: id }))
      return ['/rest/v1/user_tracking_events', { method: 'POST', headers, body }]
    },
    upload: (id) => {
      const headers = { ...service, 'content-type': 'application/octet-stream' }
      return [`/storage/v1/object/${bucket}/${id}`, { method: 'POST', headers, body: new Uint8Array(300_000).fill(7) }]
    },
  }

  const once = async (work: Work): Promise<WorkRequest> => {
    const id = randomUUID()
    const [path, init] = requests[work](id)
    const startedAt = performance.now()
    const outcome = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(patienceMs) }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
      },
      () => ({ status: 0, retryAfter: null }),
    )
    const deed = { work, id, ...outcome, tookMs: performance.now() - startedAt }
    deeds.push(deed)
    return deed
  }

  const idsIn = async (table: string, column: string): Promise<ReadonlySet<string>> => {
    const found = new Set<string>()
    for (let offset = 0; ; offset += rowsAtOnce) {
      const address = `${url}/rest/v1/${table}?select=${column}&order=${column}&limit=${rowsAtOnce}&offset=${offset}`
      const rows = (await (await fetch(address, { headers: service })).json()) as readonly Record<string, string>[]
      for (const row of rows) found.add(row[column] ?? '')
      if (rows.length < rowsAtOnce) return found
    }
  }

  /** Events under load are durable when acknowledged, and rows a moment later. */
  const untilStored = async (): Promise<void> => {
    const asked = { method: 'POST', headers: { ...service, 'content-type': 'application/json' }, body: '{}' }
    while ((await (await fetch(`${url}/rest/v1/rpc/has_tracking_backlog`, asked)).json()) === true) await delay(50)
  }

  return {
    deeds,
    once,
    begin: (people, works) => {
      const isOver = new AbortController()
      const person = async (number: number): Promise<void> => {
        for (let turn = number; !isOver.signal.aborted; turn += 1) await once(works[turn % works.length] ?? 'read')
      }
      const all = Promise.all(Array.from({ length: people }, (_, number) => person(number)))
      return async () => {
        isOver.abort()
        await all
      }
    },
    compare: async () => {
      const saved = new Set([...(await idsIn('captures', 'id')), ...(await idsIn('demos', 'id'))])
      await untilStored()
      const told = await idsIn('user_tracking_events', 'session_id')
      let [lost, halfWritten] = [0, 0]
      for (const { work, status, id } of deeds) {
        const isDone = status >= 200 && status < 300
        if (work.startsWith('save') && isDone && !saved.has(id)) lost += 1
        if (work === 'ingest' && isDone && !told.has(id)) lost += 1
        if (work !== 'upload') continue
        const answer = await fetch(`${url}/storage/v1/object/public/${bucket}/${id}`)
        const bytes = Buffer.from(await answer.arrayBuffer())
        const isWhole = answer.status === 200 && bytes.byteLength === 300_000 && bytes.every((byte) => byte === 7)
        if (isDone && !isWhole) lost += 1
        // Without an answer it may exist, but only whole.
        else if (answer.status === 200 && (!isWhole || status >= 400)) halfWritten += 1
      }
      return { lost, halfWritten }
    },
  }
}

const patienceMs = 60_000
const rowsAtOnce = 1_000
