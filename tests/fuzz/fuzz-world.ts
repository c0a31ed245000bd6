import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'

import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import pino from 'pino'

import type { Database } from '#backend/database/database.ts'
import { openDelivery } from '#backend/open-delivery.ts'
import { attachRealtime } from '#backend/realtime/attach-realtime.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { openFsFileStore } from '#backend/storage/fs-file-store.ts'
import { attachAgent } from '#server/agent/attach-agent.ts'
import { loadConfig } from '#server/settings/config.ts'
import { createServerApp } from '#support/server-app.ts'

/** The senders: two unrelated authors, one who may lose everything, and strangers. */
export const callerNames = ['ada', 'bob', 'carol', 'stranger', 'forger'] as const
export type CallerName = (typeof callerNames)[number]

export interface FuzzAuthor {
  readonly token: string
  readonly userId: string
  /** Marks every row and file of theirs, and never occurs in a request. */
  readonly mark: string
  readonly workspaceId: string
  readonly demoId: string
  readonly stepId: string
}

export interface FuzzTable {
  readonly name: string
  readonly columns: readonly string[]
}

export interface FuzzWorld {
  readonly app: Hono<AppEnv>
  readonly origin: string
  readonly anonKey: string
  readonly authors: Readonly<Record<'ada' | 'bob' | 'carol', FuzzAuthor>>
  readonly tables: readonly FuzzTable[]
  readonly functions: readonly string[]
  /** Error lines of the server's log since the last call. */
  readonly takeErrors: () => readonly string[]
  /** Signs the authors in again and restores what they lost. */
  readonly renew: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The whole server on a local port, with rows and files marked by owner. */
export async function openFuzzWorld(database: Database): Promise<FuzzWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-fuzz-'))
  const config = loadConfig({
    PUBLIC_URL: 'http://understudy.test',
    DATA_DIR: dataDir,
    AUTH_RATE_LIMITS: 'off',
    PGRST_DB_AGGREGATES_ENABLED: 'true',
  })
  const errors: string[] = []
  const lines = new Writable({
    write(chunk: Buffer, _, done) {
      errors.push(chunk.toString())
      done()
    },
  })
  const log = pino({ level: 'error' }, lines)
  const now = () => Date.now()
  const delivery = openDelivery({ config, log, now, database })
  const files = await openFsFileStore(join(dataDir, 'files'))
  const { app, services, agent: hub, backend } = createServerApp({ config, database, files, delivery, log, now })
  const server = createServer((request, response) => void getRequestListener(app.fetch)(request, response))
  const realtime = await attachRealtime(server, backend.realtime)
  const agent = attachAgent(server, services, hub)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const call = async <Answer>(
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const response = await app.fetch(
      new Request(`http://understudy.test${path}`, {
        method,
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', apikey: config.anonKey, ...headers },
      }),
    )
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text === '' ? 'null' : text) as Answer
  }

  const authors = { ada: await makeAuthor('ada'), bob: await makeAuthor('bob'), carol: await makeAuthor('carol') }
  const description = await call<Description>('GET', '/rest/v1/', undefined, {
    authorization: `Bearer ${authors.ada.token}`,
  })
  const address = server.address() as AddressInfo
  return {
    app,
    origin: `127.0.0.1:${address.port}`,
    anonKey: config.anonKey,
    authors,
    tables: Object.entries(description.definitions).map(([name, { properties }]) => ({
      name,
      columns: Object.keys(properties),
    })),
    functions: Object.keys(description.paths).flatMap((path) =>
      path.startsWith('/rpc/') ? [path.slice('/rpc/'.length)] : [],
    ),
    takeErrors: () => errors.splice(0),
    renew: async () => {
      for (const name of ['ada', 'bob', 'carol'] as const) authors[name] = await renewed(name)
    },
    close: async () => {
      await Promise.all([realtime.close(), agent.close()])
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await delivery.mail.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }

  async function makeAuthor(name: string): Promise<FuzzAuthor> {
    const address = `${name}-${crypto.randomUUID()}@example.com`
    const session = await call<{ readonly access_token: string; readonly user: Row }>('POST', '/auth/v1/signup', {
      email: address,
      password: 'correct horse',
    })
    return fill(session.access_token, session.user.id, `mark${crypto.randomUUID().replaceAll('-', '')}`)
  }

  async function fill(token: string, userId: string, mark: string): Promise<FuzzAuthor> {
    const headers = { authorization: `Bearer ${token}`, prefer: 'return=representation' }
    const [workspace] = await call<readonly Row[]>('GET', '/rest/v1/workspaces?select=id', undefined, headers)
    const workspaceId = workspace?.id ?? ''
    const [demo] = await call<readonly Row[]>(
      'POST',
      '/rest/v1/demos',
      { name: `Demo ${mark}`, description: mark, status: 'draft' },
      headers,
    )
    const demoId = demo?.id ?? ''
    const [step] = await call<readonly Row[]>(
      'POST',
      '/rest/v1/demo_steps',
      { demo_id: demoId, order: 1, title: mark, description: mark, screenshot_url: `${mark}.webp` },
      headers,
    )
    await call('POST', '/rest/v1/captures', { session_id: mark, url: `https://${mark}.test`, title: mark }, headers)
    return { token, userId, mark, workspaceId, demoId, stepId: step?.id ?? '' }
  }

  /** The same person while the account lasts, then another one. */
  async function renewed(name: 'ada' | 'bob' | 'carol'): Promise<FuzzAuthor> {
    const { token, userId, mark } = authors[name]
    return fill(token, userId, mark).catch(() => makeAuthor(name))
  }
}

interface Row {
  readonly id: string
}

interface Description {
  readonly definitions: Readonly<Record<string, { readonly properties: object }>>
  readonly paths: object
}
