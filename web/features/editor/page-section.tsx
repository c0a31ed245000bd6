import { Replace, SquarePen, UserRoundX } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { isSamePageEdits } from '#domain/page-edits.ts'

import { Button } from '../../ui/button.tsx'
import type { StepSectionProps } from './inspector-sections.tsx'
import { openPageDialog } from './page-dialogs-store.ts'
import { hasPage, pageEditsOf } from '../../lib/page-texts.ts'

const PageEditList = lazy(async () => ({ default: (await import('./page-edit-rows.tsx')).PageEditRows }))

/** The edits of the captured page, and actions for all pages. */
export function PageSection({ step, state, dispatch }: StepSectionProps) {
  const saved = state.saved.steps.find(({ id }) => id === step.id)
  const edits = pageEditsOf(step)
  const isPending = saved !== undefined && !isSamePageEdits(pageEditsOf(saved), edits)
  if (!hasPage(step)) {
    return <p className="py-1 text-xs text-muted">No page was captured with this step.</p>
  }
  return (
    <>
      {edits.length > 0 ? (
        <Suspense fallback={null}>
          <PageEditList
            edits={edits}
            onChange={(pageEdits) =>
              dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: { pageEdits } } })
            }
          />
        </Suspense>
      ) : null}
      <div className="flex flex-wrap items-center gap-2 pt-1">
        <Button
          size="tool"
          icon={<SquarePen size={16} aria-hidden />}
          aria-pressed={state.tool === 'page'}
          onClick={() => dispatch({ type: 'use-tool', tool: 'page' })}
        >
          Edit page
        </Button>
        <Button size="tool" icon={<Replace size={16} aria-hidden />} onClick={() => openPageDialog('replace')}>
          Find and replace
        </Button>
        <Button size="tool" icon={<UserRoundX size={16} aria-hidden />} onClick={() => openPageDialog('anonymise')}>
          Make anonymous
        </Button>
        <p role="status" className="min-w-0 flex-1 text-xs text-muted">
          {isPending ? 'Applying to page and picture…' : edits.length > 0 ? 'Applied to page and picture' : ''}
        </p>
      </div>
    </>
  )
}

export function pageValue({ step }: StepSectionProps): string {
  const { length } = pageEditsOf(step)
  return length === 0 ? 'As captured' : length === 1 ? '1 edit' : `${length} edits`
}
