import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* A workspace's storage quota applies to every kind of upload. */

let backend: Backend
let author: SignedUp
let folder: string
const bucket = 'quota'
const refused = {
  statusCode: '413',
  message: 'The workspace has no room left: it may keep 1 MB of files. Delete some that are no longer needed.',
}

beforeAll(async () => {
  backend = await startBackend({ env: { WORKSPACE_STORAGE_LIMIT: '1000000' } })
  await backend.services.database.runScript(`
    insert into storage.buckets (id, name, public) values ('${bucket}', '${bucket}', true);
    create policy "members do all" on storage.objects for all to authenticated
      using (bucket_id = '${bucket}' and public.can_use_folder(name, 'editor'))
      with check (bucket_id = '${bucket}' and public.can_use_folder(name, 'editor'));`)
})
afterAll(() => backend.close())

async function newAuthor(): Promise<void> {
  author = await backend.signUp()
  const { data } = await author.client.from('workspaces').select('id').single().throwOnError()
  folder = String(data['id'])
}

const files = () => author.client.storage.from(bucket)
const upload = (name: string, size: number, upsert = false) =>
  files().upload(`${folder}/${name}`, new Uint8Array(size), { contentType: 'application/octet-stream', upsert })

async function resumable(name: string, size: number): Promise<Response> {
  const encode = (text: string) => Buffer.from(text).toString('base64')
  return backend.app.request('/storage/v1/upload/resumable', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${author.session.access_token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': `bucketName ${encode(bucket)},objectName ${encode(`${folder}/${name}`)}`,
    },
  })
}

describe('a full workspace', () => {
  it('refuses uploads, copies and larger files until there is room', async () => {
    await newAuthor()
    expect((await upload('one', 600_000)).error).toBeNull()
    expect((await upload('two', 600_000)).error).toMatchObject(refused)
    expect((await files().copy(`${folder}/one`, `${folder}/copy`)).error).toMatchObject(refused)
    expect((await upload('one', 1_100_000, true)).error).toMatchObject(refused)
    expect((await upload('one', 900_000, true)).error).toBeNull()
    const used = (client: SignedUp['client']) => client.rpc('workspace_storage', { p_workspace_id: folder })
    expect((await used(author.client)).data).toBe(900_000)
    expect((await used((await backend.signUp()).client)).data).toBeNull()
    expect((await files().remove([`${folder}/one`])).error).toBeNull()
    expect((await upload('two', 1_000_000)).error).toBeNull()
    expect((await files().move(`${folder}/two`, `${folder}/three`)).error).toBeNull()
  })

  it('counts every upload, whatever the spelling of its folder', async () => {
    await newAuthor()
    const spellings = [folder.replaceAll('-', ''), `{${folder}}`, folder.toUpperCase(), ` ${folder}`]
    for (const spelling of spellings) {
      const { error } = await files().upload(`${spelling}/one`, new Uint8Array(10))
      expect([spelling, error]).not.toEqual([spelling, null])
    }
  })

  it('enforces the same limit in parallel as one by one', async () => {
    await newAuthor()
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => upload(`${index}`, 150_000)))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(6)
    const refusals = answers.flatMap(({ error }) => error ?? [])
    expect(refusals).toEqual(Array.from({ length: 6 }, () => expect.objectContaining(refused) as unknown))
  })

  it('refuses a resumable upload that does not fit beside those in progress', async () => {
    await newAuthor()
    expect((await resumable('one', 700_000)).status).toBe(201)
    const second = await resumable('two', 700_000)
    expect([second.status, await second.json()]).toMatchObject([413, refused])
  })

  it('does not affect other workspaces', async () => {
    await newAuthor()
    expect((await upload('one', 1_000_000)).error).toBeNull()
    const first = author
    await newAuthor()
    expect((await upload('one', 1_000_000)).error).toBeNull()
    expect(first.user.id).not.toBe(author.user.id)
  })
})

it('limits files in personal folders, too', async () => {
  await newAuthor()
  const { error } = await author.client.auth.updateUser({ data: { note: 'x'.repeat(70_000) } })
  expect(error).toMatchObject({ status: 400, message: 'User metadata may hold 64 KB at most' })
  expect((await author.client.auth.updateUser({ data: { note: randomUUID() } })).error).toBeNull()
})
