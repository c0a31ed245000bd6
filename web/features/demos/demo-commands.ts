import type { QueryClient } from '@tanstack/react-query'

import type { DemoStatus, ListedDemo } from '#domain/demo.ts'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { showToast } from '../../ui/toast-store.ts'
import { copyDemo, saveDemoStatus } from '../../lib/demo-calls.ts'
import { demosQuery } from '../../lib/demo-queries.ts'

/** Duplicates a demo as a draft, at the top of the list. */
export async function duplicateDemo(demo: ListedDemo, queries: QueryClient): Promise<void> {
  try {
    await copyDemo(demo.id)
    await queries.invalidateQueries({ queryKey: demosQuery.queryKey })
    showToast({ text: `“${demo.name}” was copied. The copy is a draft.` })
  } catch (error) {
    showFailure(error)
  }
}

/** Switches the demo's link off, or on again; can be undone. */
export async function changeStatus(demo: ListedDemo, status: DemoStatus, queries: QueryClient): Promise<void> {
  const show = (shown: DemoStatus) =>
    queries.setQueryData(demosQuery.queryKey, (demos) =>
      demos?.map((other) => (other.id === demo.id ? { ...other, status: shown } : other)),
    )
  show(status)
  try {
    await saveDemoStatus(demo.id, status)
    showToast({
      text: status === 'active' ? `“${demo.name}” is active again.` : `“${demo.name}” was archived. Its link is off.`,
      action: { label: 'Undo', onSelect: () => void changeStatus({ ...demo, status }, demo.status, queries) },
    })
  } catch (error) {
    show(demo.status)
    showFailure(error)
  }
}

function showFailure(error: unknown): void {
  const hint = failureHint(error)
  showToast({
    text: `${failureText(error, 'demoSaveFailed')}${hint === undefined ? '' : `. ${hint}`}`,
    tone: 'danger',
  })
}
