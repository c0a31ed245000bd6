import { carryPageEdits, type CarriedPageEdits } from '#domain/carry-page-edits.ts'
import type { PageEdit } from '#domain/page-edits.ts'
import type { PageEditing } from '#protocol/page-edits.ts'

import { openPage } from './open-page.ts'
import { contentsOf } from './page-contents.ts'
import { PageView } from './page-view.ts'

/** Applies the edits of one page to another capture of it; null if either fails to load. */
export async function carryEdits(from: PageEditing, to: PageEditing): Promise<CarriedPageEdits | null> {
  const [old, fresh] = await Promise.all([openPage(from), openPage(to)])
  try {
    if (old === null || fresh === null) return null
    const { edits, lost } = carryPageEdits(
      from.edits,
      contentsOf(old.page, from.edits),
      contentsOf(fresh.page, from.edits),
    )
    const view = new PageView(fresh.page)
    return { edits: edits.map((edit) => withOwnFiles(edit, view)), lost }
  } finally {
    old?.close()
    fresh?.close()
  }
}

/** Files shown through style sheets come from the new page. */
function withOwnFiles(edit: PageEdit, view: PageView): PageEdit {
  if (edit.kind === 'text') return edit
  const files = view.sheetFiles(edit.path)
  const { files: _, ...rest } = edit
  return files.length > 0 ? { ...rest, files } : rest
}
