import type { SupabaseClient, User } from '@supabase/supabase-js'
import type { Context } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import { createNetworkSlots } from '#backend/http/network-slots.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { snapshotBucket } from '#domain/limits.ts'
import { backendFetch } from '#server/backend-access/backend-client.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

import { exportedTables, readRows, type ExportedTable } from './exported-tables.ts'
import { exportedPages } from './exported-pages.ts'
import { listFiles, workspaceBuckets } from './workspace-files.ts'
import { zipStream, type ZipEntry } from './zip-stream.ts'

/**
 * GET /export: everything the caller owns as a zip: the account, every table's rows as JSON, every file. Streamed with
 * the caller's own rights; if it breaks off, the zip is invalid and unzip reports it.
 */
export function exportAccount(services: Services) {
  const attempts = createRateLimit({ burst: 5, refillMs: 3_600_000, now: services.now })
  const addressOf = createClientAddress(services.config.trustedProxies)
  // An export holds rows in memory until its client has read them, and anyone can create accounts.
  const slots = createNetworkSlots(atOnce, 1)
  return async (context: Context<AppEnv>): Promise<Response> => {
    // Hono would run this for HEAD and drop the stream without ending it, which would leave the slot taken.
    if (context.req.method === 'HEAD') return context.body(null, 405, { allow: 'GET' })
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const token = (context.req.header('authorization') ?? '').trim().split(/\s+/)[1]
    const { data, error } = await client.auth.getUser(token)
    // auth-js reports an expired session as status 400.
    if (error !== null) return refuseFailed(context, error.status === 400 ? 401 : (error.status ?? 0))
    const leave = slots.take(addressOf(context) ?? '')
    if (leave === null) {
      return refuse(context, 429, 'too_many', 'Too many exports are running in your network. Try again in a minute.')
    }
    // Counted after a slot was free, so that refused exports don't use up attempts.
    if (!attempts.take(data.user.id)) {
      leave()
      return refuse(context, 429, 'too_many', 'You have exported your data several times recently. Try again later.')
    }
    try {
      const tables = await exportedTables(services, client)
      const sessions = await readSessions(services, context)
      const entries = entriesOf(services, client, { user: data.user, sessions, tables })
      const day = new Date(services.now()).toISOString().slice(0, 10)
      context.header('content-type', 'application/zip')
      context.header('content-disposition', `attachment; filename="understudy-export-${day}.zip"`)
      return context.body(streamOf(zipStream(entries), { services, onEnd: leave }))
    } catch (failure) {
      leave()
      throw failure
    }
  }
}

const atOnce = 3

interface Account {
  readonly user: User
  readonly sessions: unknown
  readonly tables: readonly ExportedTable[]
}

async function* entriesOf(
  services: Services,
  client: SupabaseClient,
  { user, sessions, tables }: Account,
): AsyncGenerator<ZipEntry> {
  yield textEntry('README.txt', readme)
  yield textEntry('account.json', JSON.stringify({ user, sessions }, null, 2))
  const { data, error } = await client
    .from('workspace_members')
    .select('workspace_id')
    .eq('user_id', user.id)
    .eq('role', 'owner')
  if (error !== null) throw error
  const owned = (data as readonly { readonly workspace_id: string }[]).map((row) => row.workspace_id)
  for (const table of tables) {
    const rows = readRows(client, table, { userId: user.id, workspaceIds: owned })
    yield { name: `data/${table.name}.json`, isPacked: false, content: jsonArray(rows) }
  }
  for (const workspaceId of owned) {
    for (const bucket of workspaceBuckets) {
      for (const path of await listFiles(client, bucket, workspaceId)) {
        yield { name: `files/${bucket}/${path}`, isPacked: true, content: download(client, bucket, path) }
      }
    }
    for await (const { name, content } of exportedPages(services, client, workspaceId)) {
      yield { name: `files/${snapshotBucket}/${workspaceId}/${name}`, isPacked: false, content: [content] }
    }
  }
}

async function* jsonArray(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let isFirst = true
  yield encoder.encode('[')
  for await (const rows of pages) {
    for (const row of rows) {
      yield encoder.encode(`${isFirst ? '\n' : ',\n'}${JSON.stringify(row)}`)
      isFirst = false
    }
  }
  yield encoder.encode('\n]\n')
}

async function* download(client: SupabaseClient, bucket: string, path: string): AsyncGenerator<Uint8Array> {
  const { data, error } = await client.storage.from(bucket).download(path).asStream()
  if (error !== null) throw error
  yield* data as ReadableStream<Uint8Array>
}

/** Null where the backend has no such list (Supabase). */
async function readSessions(services: Services, context: Context<AppEnv>): Promise<unknown> {
  const answer = await backendFetch(services)(`${services.config.backendUrl}/auth/v1/sessions`, {
    headers: { authorization: context.req.header('authorization') ?? '', apikey: services.config.anonKey },
  })
  if (!answer.ok) return null
  return ((await answer.json()) as { readonly sessions: unknown }).sessions
}

function textEntry(name: string, text: string): ZipEntry {
  return { name, isPacked: false, content: [new TextEncoder().encode(text)] }
}

function streamOf(
  chunks: AsyncGenerator<Uint8Array>,
  { services, onEnd }: { readonly services: Services; readonly onEnd: () => void },
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await chunks.next()
        if (done !== true) return controller.enqueue(value)
        onEnd()
        controller.close()
      } catch (error) {
        onEnd()
        services.log.error({ err: error }, 'An export stopped')
        controller.error(error)
      }
    },
    cancel: async () => {
      onEnd()
      await chunks.return(undefined)
    },
  })
}

const readme = `The data Understudy stores about you.

account.json   your account: addresses, identities, second factors (without their secrets), sessions
data/          one file per table: all rows of workspaces you own, and your own rows in others
files/         the images of your demos, under the paths in demo_steps.json, as visitors see them: what you redacted or
               cropped is not in them (the editor has the originals); captured pages and their files, as edited
`
