import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Backend, SignedUp } from '#support/backend.ts'
import { startStorageBackend } from '#support/storage-backend.ts'

/*
 * Who may do what to a step image: every storage call, by every actor, on an object of one workspace in the captures
 * bucket, which is public to read by path.
 */

const actors = ['stranger', 'author', 'viewer', 'editor', 'admin', 'owner', 'service'] as const
type Actor = (typeof actors)[number]
type Files = ReturnType<SupabaseClient['storage']['from']>

interface Trial {
  readonly files: Files
  /** An existing object. */
  readonly there: string
  /** A free path in the workspace. */
  readonly free: string
}

/** One letter for each actor, in the order above: `y` done, `-` not found, `x` refused. */
const calls: Readonly<Record<string, { readonly rights: string; readonly call: (trial: Trial) => Promise<unknown> }>> =
  {
    upload: { rights: 'xxxyyyy', call: ({ files, free }) => files.upload(free, png, image) },
    'upload over it': {
      rights: 'xxxyyyy',
      call: ({ files, there }) => files.upload(there, png, { ...image, upsert: true }),
    },
    'sign an upload': { rights: 'xxxyyyy', call: ({ files, free }) => files.createSignedUploadUrl(free) },
    download: { rights: '--yyyyy', call: ({ files, there }) => files.download(there) },
    'download smaller': {
      rights: '--yyyyy',
      call: ({ files, there }) => files.download(there, { transform: { width: 5 } }),
    },
    info: { rights: '--yyyyy', call: ({ files, there }) => files.info(there) },
    sign: { rights: '--yyyyy', call: ({ files, there }) => files.createSignedUrl(there, 60) },
    'sign many': { rights: '--yyyyy', call: ({ files, there }) => files.createSignedUrls([there], 60) },
    list: { rights: '--yyyyy', call: ({ files, there }) => files.list(there.slice(0, there.lastIndexOf('/'))) },
    'list by cursor': { rights: '--yyyyy', call: ({ files, there }) => files.listV2({ prefix: there }) },
    copy: { rights: '--xyyyy', call: ({ files, there, free }) => files.copy(there, free) },
    move: { rights: '--xyyyy', call: ({ files, there, free }) => files.move(there, free) },
    remove: { rights: '---yyyy', call: ({ files, there }) => files.remove([there]) },
  }

let backend: Backend
let clients: Readonly<Record<Actor, SupabaseClient>>
let workspaceId: string
let png: Uint8Array
const image = { contentType: 'image/png' }
const bucket = 'demo-captures'

beforeAll(async () => {
  backend = await startStorageBackend()
  png = new Uint8Array(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  )
  const owner = await backend.signUp()
  workspaceId = await workspaceOf(owner)
  const [viewer, editor, admin] = await Promise.all((['viewer', 'editor', 'admin'] as const).map(newMember))
  clients = {
    stranger: backend.anonClient(),
    author: (await backend.signUp()).client,
    viewer: viewer!,
    editor: editor!,
    admin: admin!,
    owner: owner.client,
    service: backend.serviceClient(),
  }
})

afterAll(() => backend.close())

async function workspaceOf(account: SignedUp): Promise<string> {
  const { data } = await account.client.from('workspaces').select('id').single().throwOnError()
  return String(data.id)
}

async function newMember(role: string): Promise<SupabaseClient> {
  const account = await backend.signUp()
  const membership = { workspace_id: workspaceId, user_id: account.user.id, role }
  await backend.serviceClient().from('workspace_members').insert(membership).throwOnError()
  return account.client
}

test.each(Object.keys(calls))('%s', async (name) => {
  const { rights, call } = calls[name]!
  const folder = `${workspaceId}/${randomUUID()}`
  let letters = ''
  for (const actor of actors) {
    const there = `${folder}-${actor}/there.png`
    await clients.service.storage.from(bucket).upload(there, png, image)
    const outcome = await call({
      files: clients[actor].storage.from(bucket),
      there,
      free: `${folder}-${actor}/free.png`,
    })
    letters += letterOf(outcome as { data: unknown; error: { statusCode?: string } | null })
    const isStillThere = await backend.app.request(`/storage/v1/object/public/${bucket}/${there}`)
    expect(letters.at(-1) === 'y' || isStillThere.status === 200).toBe(true)
  }
  expect(letters).toBe(rights)
})

function letterOf({ data, error }: { data: unknown; error: { statusCode?: string; status?: number } | null }): string {
  if (error?.statusCode === '403') return 'x'
  if (error !== null) return '-'
  if (Array.isArray(data)) return data.length === 0 || data[0]?.signedURL === null ? '-' : 'y'
  const isEmptyList =
    typeof data === 'object' && data !== null && 'objects' in data && (data.objects as []).length === 0
  return isEmptyList ? '-' : 'y'
}

test('nobody reaches the server’s own tables', async () => {
  const [found] = await backend.services.database.transaction('system', [
    {
      text: `select t.relname as name, t.relrowsecurity as is_secured, r.rolname as role,
          has_table_privilege(r.oid, t.oid, 'select, insert, update, delete') as is_open
        from pg_class t, pg_roles r
        where t.relnamespace = 'storage'::regnamespace and t.relkind = 'r'
          and r.rolname in ('anon', 'authenticated', 'service_role')`,
    },
  ])
  const rows = found?.rows ?? []
  expect(rows.filter((row) => row['is_secured'] !== true)).toEqual([])
  const open = new Set(rows.filter((row) => row['is_open'] === true).map((row) => row['name']))
  expect(open).toEqual(new Set(['buckets', 'objects']))
})
