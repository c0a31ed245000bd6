import { useQuery } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react'

import { lintDemo, type LintFinding } from '#domain/lint-demo.ts'

import { useBackendUrl } from '../../lib/demo-queries.ts'
import { visibleCards } from './cards-state.ts'
import type { HeaderSlotProps } from './editor-header-slots.tsx'
import { currentText, visibleSteps, type EditorState } from './editor-state.ts'
import { hasPage, pageFindings, pageTextsQuery } from '../../lib/page-texts.ts'
import { currentLook } from './unsaved.ts'

const LintPopup = lazy(async () => ({ default: (await import('./lint-popup.tsx')).LintPopup }))

/** The number of findings before sharing; opens the list. */
export function LintButton({ context }: HeaderSlotProps) {
  const { saved, savedCards, unsaved } = context.state
  // Don't slow down typing.
  const shown = useDeferredValue(useMemo(() => ({ saved, savedCards, unsaved }), [saved, savedCards, unsaved]))
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const backendUrl = useBackendUrl()
  // Pages are long, so read them only when the list opens.
  const { data: pages } = useQuery({
    ...pageTextsQuery(saved.id),
    enabled: wasOpened && saved.steps.some(hasPage),
  })
  const findings = useMemo(
    () => [...pageFindings(pages ?? [], visibleSteps(shown)), ...findingsOf(shown)],
    [shown, pages],
  )
  const count = findings.length
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={count === 0 ? 'Nothing left to do' : `${count} left to do`}
        className="flex h-8 min-w-13 items-center justify-center gap-1.5 rounded-control px-2 text-sm font-semibold tabular-nums max-sm:min-w-11 max-sm:px-1 hover:bg-hover aria-expanded:bg-hover pointer-coarse:h-11"
        onClick={() => {
          setWasOpened(true)
          setIsOpen(!isOpen)
        }}
      >
        {count === 0 ? (
          <Check size={16} aria-hidden className="text-success" />
        ) : (
          <>
            <TriangleAlert size={16} aria-hidden className="text-warning" />
            <span className="text-warning">{count > 99 ? '99+' : count}</span>
          </>
        )}
      </button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <LintPopup
            anchor={button}
            findings={findings}
            context={context}
            backendUrl={backendUrl}
            isOpen={isOpen}
            onOpenChange={setIsOpen}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function findingsOf(state: Pick<EditorState, 'saved' | 'savedCards' | 'unsaved'>): readonly LintFinding[] {
  const steps = visibleSteps(state)
  const demo = { ...state.saved, ...currentText(state), look: currentLook(state), steps }
  return lintDemo(
    demo,
    steps.flatMap(({ id }) => visibleCards(state, id)),
  )
}
