import type { SupabaseClient } from '@supabase/supabase-js'

import { snapshotBucket } from '#domain/limits.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { createPictureFiles } from '#server/pictures/picture-files.ts'
import type { Services } from '#server/services.ts'
import { fillPage } from '#server/snapshots/fill-page.ts'

export interface ExportedPage {
  readonly name: string
  readonly content: Uint8Array
}

interface PageRow {
  readonly id: string
  readonly hash: string
  readonly files: readonly string[]
}

interface FileRow {
  readonly hash: string
  readonly path: string
}

/**
 * The captured pages of a workspace that the caller may read, as visitors get them, and their files. Each file comes
 * once, in one folder, because pages refer to files by hash. Pages before their edits are left out.
 */
export async function* exportedPages(
  services: Services,
  client: SupabaseClient,
  workspaceId: string,
): AsyncGenerator<ExportedPage> {
  if (services.config.serviceRoleKey === '') return
  const call = procedureCaller(services)
  const files = createPictureFiles(services)
  const read = async (hashes: readonly string[]) => {
    const rows = await call('get_snapshot_files', { p_workspace_id: workspaceId, p_hashes: hashes })
    return rows as readonly FileRow[]
  }
  const done = new Set<string>()
  for (let from = 0; ; from += pageSize) {
    const { data, error } = await client
      .from('snapshots')
      .select('id, hash, files')
      .eq('workspace_id', workspaceId)
      .order('id')
      .range(from, from + pageSize - 1)
    if (error !== null) throw error
    const pages = data as readonly PageRow[]
    for (const { id, hash, files: named } of pages) {
      for (const row of await read([hash, ...named.filter((each) => !done.has(each))])) {
        const content = await files.read({ bucket: snapshotBucket, path: row.path })
        if (content === null) continue
        if (row.hash === hash) {
          const html = fillPage(new TextDecoder().decode(content), {}, {})
          yield { name: `${id}.html`, content: new TextEncoder().encode(html) }
        } else yield { name: row.hash, content }
        done.add(row.hash)
      }
    }
    if (pages.length < pageSize) return
  }
}

const pageSize = 100
