import type { SupabaseClient } from '@supabase/supabase-js'

import { readPageEdits } from '#domain/page-edits.ts'
import { pageTextLimits, type PageTexts, type PageTextsAnswer } from '#protocol/page-edits.ts'
import { FailedCall } from '#server/pictures/edit-picture.ts'
import type { PictureFiles } from '#server/pictures/picture-files.ts'
import type { Services } from '#server/services.ts'

import { pageFiles } from './page-files.ts'
import { inPageThread } from './page-thread.ts'
import type { SnapshotStore } from './save-snapshot.ts'

export interface DemoPageRow {
  readonly workspace_id: string
  readonly picture: string
  readonly step_ids: readonly string[]
  readonly position: number
  readonly hash: string
  readonly edits: unknown
}

/** Reads the texts of a demo's pages, a few pages at a time. */
export function demoTextsReader(services: Services, files: PictureFiles, store: SnapshotStore) {
  const pages = pageFiles(services, files, store)

  return {
    /** The pages after a step's number; null for callers who may not edit the demo. */
    find: async (
      client: SupabaseClient,
      demoId: string,
      after: number,
    ): Promise<{ readonly workspaceId: string | null; readonly rows: readonly DemoPageRow[] } | null> => {
      const wanted = { p_demo_id: demoId, p_after: after, p_count: pageTextLimits.pagesMax }
      const { data, error, status } = await client.rpc('get_demo_pages', wanted)
      if (error !== null) throw new FailedCall(status, error)
      const rows = data as readonly DemoPageRow[] | null
      return rows === null ? null : { workspaceId: rows[0]?.workspace_id ?? null, rows }
    },

    read: async (workspaceId: string, rows: readonly DemoPageRow[]): Promise<PageTextsAnswer> => {
      const read: PageTexts[] = []
      let characters = 0
      let last = 0
      for (const { picture, step_ids: stepIds, position, hash, edits: stored } of rows) {
        if (characters > pageTextLimits.charactersMax) break
        last = position
        const html = await pages.page(workspaceId, hash)
        if (html === null) continue
        const edits = readPageEdits(stored) ?? []
        const words = await inPageThread(workspaceId, { kind: 'texts', html, edits })
        const page = { stepIds, screenshotUrl: picture, edits, ...words }
        characters += JSON.stringify(page).length
        read.push(page)
      }
      const isEnd = rows.length < pageTextLimits.pagesMax && last === rows.at(-1)?.position
      return { pages: read, next: isEnd ? null : String(last) }
    },
  }
}
