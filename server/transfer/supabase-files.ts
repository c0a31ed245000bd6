import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import { TransferError } from './archive-format.ts'
import type { StoredObject } from './export-data.ts'
import { readArchive } from './read-archive.ts'
import type { SqlSession } from './sql-session.ts'
import type { ArchivedFile } from './write-archive.ts'

export interface SupabaseProject {
  /** Origin, without a trailing slash. */
  readonly url: string
  readonly serviceRoleKey: string
}

/** Reads an object's file from Supabase Storage; null when it has none. */
export async function readFromSupabase(
  { url, serviceRoleKey }: SupabaseProject,
  { bucket, name }: StoredObject,
): Promise<ArchivedFile | null> {
  const answer = await fetch(`${url}/storage/v1/object/authenticated/${pathOf(bucket, name)}`, {
    // The length must be the file's, not that of a proxy's compressed copy.
    headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}`, 'accept-encoding': 'identity' },
  })
  const length = answer.headers.get('content-length')
  if (answer.ok && length !== null) return { size: Number(length), content: answer.body ?? new Blob([]).stream() }
  await answer.body?.cancel()
  if (answer.ok) throw new TransferError(`Supabase Storage did not declare the length of ${bucket}/${name}.`)
  if (answer.status === 404 || answer.status === 400) return null
  throw new TransferError(`Supabase Storage answered ${answer.status} for ${bucket}/${name}. Try again later.`)
}

/**
 * Uploads an archive's files to Supabase Storage, which creates their rows, then sets the rows' owners and dates.
 * Idempotent: existing files are overwritten.
 */
export async function uploadFiles(session: SqlSession, project: SupabaseProject, path: string): Promise<number> {
  const objects = new Map<string, ObjectRow[]>()
  // Several rows may share a file, and an upload declares its length first; a file on disk can be read again.
  const folder = await mkdtemp(join(tmpdir(), 'understudy-upload-'))
  const copy = join(folder, 'file')
  let count = 0
  try {
    for await (const part of readArchive(path)) {
      if (part.type === 'rows' && part.table.schema === 'storage' && part.table.name === 'objects') {
        for (const values of part.rows) {
          const row = Object.fromEntries(part.table.columns.map((column, index) => [column, values[index] ?? null]))
          objects.set(row['version'] ?? '', [...(objects.get(row['version'] ?? '') ?? []), row])
        }
      }
      if (part.type !== 'file') continue
      await writeFile(copy, part.content, { mode: 0o600 })
      for (const row of objects.get(part.key) ?? []) {
        await upload(project, row, await openAsBlob(copy))
        await restoreRow(session, row)
        count += 1
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return count
}

type ObjectRow = Readonly<Record<string, string | null>>

const metadataShape = z.object({ mimetype: z.string().optional(), cacheControl: z.string().optional() }).nullable()

async function upload({ url, serviceRoleKey }: SupabaseProject, row: ObjectRow, content: Blob): Promise<void> {
  const metadata = metadataShape.parse(JSON.parse(row['metadata'] ?? 'null'))
  const [bucket, name] = [row['bucket_id'] ?? '', row['name'] ?? '']
  const answer = await fetch(`${url}/storage/v1/object/${pathOf(bucket, name)}`, {
    method: 'POST',
    headers: {
      apikey: serviceRoleKey,
      authorization: `Bearer ${serviceRoleKey}`,
      'content-type': metadata?.mimetype ?? 'application/octet-stream',
      'cache-control': metadata?.cacheControl ?? 'max-age=3600',
      'x-upsert': 'true',
    },
    body: content,
  })
  const said = await answer.text()
  if (answer.ok) return
  throw new TransferError(
    `Supabase Storage refused ${bucket}/${name} with ${answer.status}: ${said.slice(0, 200)} Run the import again with --only-files to go on.`,
  )
}

async function restoreRow(session: SqlSession, row: ObjectRow): Promise<void> {
  await session.query(
    `update storage.objects set owner_id = $3::text, owner = $4::text::uuid, user_metadata = $5::text::jsonb,
       created_at = $6::text::timestamptz
     where bucket_id = $1::text and name = $2::text`,
    ['bucket_id', 'name', 'owner_id', 'owner', 'user_metadata', 'created_at'].map((column) => row[column] ?? null),
  )
}

function pathOf(bucket: string, name: string): string {
  return [bucket, ...name.split('/')].map(encodeURIComponent).join('/')
}
