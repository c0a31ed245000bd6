import { queryOptions } from '@tanstack/react-query'

import { readPageEdits } from '#domain/page-edits.ts'
import type { PageEditsRow } from '#protocol/page-edits.ts'

import { ask } from './call-backend.ts'

/** The pictures of a demo whose captured pages have edits. */
export function editedPagesQuery(demoId: string) {
  return queryOptions({ queryKey: ['demo', demoId, 'edited-pages'], queryFn: () => loadEditedPages(demoId) })
}

async function loadEditedPages(demoId: string): Promise<ReadonlySet<string>> {
  const rows: readonly PageEditsRow[] = await ask('demoStepsFailed', (client) =>
    client.rpc('get_page_edits', { p_demo_id: demoId }),
  )
  const edited = rows.filter(({ edits }) => (readPageEdits(edits) ?? []).length > 0)
  return new Set(edited.map(({ path }) => path))
}
