import { loadPageEditing } from '../../lib/page-calls.ts'
import { openPage } from '../../lib/page-picture/open-page.ts'
import { PageView } from '../../lib/page-picture/page-view.ts'

/** Renders a step's captured page while `use` reads it; null if it can't be loaded. */
export async function readPage<T>(stepId: string, use: (view: PageView) => T): Promise<T | null> {
  const editing = await loadPageEditing(stepId)
  const opened = editing.ok && editing.value !== null ? await openPage(editing.value) : null
  if (opened === null) return null
  try {
    return use(new PageView(opened.page))
  } finally {
    opened.close()
  }
}
