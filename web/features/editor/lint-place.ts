import type { LintFinding } from '#domain/lint-demo.ts'

import type { EditorContext } from './editor-actions.ts'
import type { SectionId } from './editor-parts.ts'
import { openPageDialog } from './page-dialogs-store.ts'

/** Selects what a finding is about, and focuses the field that fixes it. */
export function goToPlace(context: EditorContext, { place, stepId, cardId }: LintFinding): void {
  const { dispatch } = context
  if (context.state.view !== 'steps') dispatch({ type: 'show-view', view: 'steps' })
  if (stepId !== null) dispatch({ type: 'select', id: stepId })
  if (cardId !== null) dispatch({ type: 'select-card', id: cardId })
  if (place === 'steps') return stepId === null ? context.addImages() : show('step', 'Title')
  switch (place) {
    case 'name':
      return focusSoon(() => document.querySelector<HTMLElement>('[aria-label="Demo name"]'))
    case 'title':
      return show('step', 'Title')
    case 'alt':
      return show('step', 'Alt text')
    case 'notes':
      return context.writeCallout()
    case 'hotspot':
      return show('hotspot', 'On click')
    case 'narration':
      return show('narration', null)
    case 'card':
      return show('card', null)
    case 'page':
      return openPageDialog('anonymise')
    case 'cover':
    case 'ending':
    case 'frame':
    case 'variables':
      return show('demo', null)
  }

  function show(section: SectionId, row: string | null): void {
    dispatch({ type: 'select-section', section })
    focusSoon(() => fieldOf(section, row))
  }
}

/** Focuses the row's field, or the section's first. On a phone, opens the sheet first. */
function fieldOf(section: SectionId, row: string | null): HTMLElement | null {
  const details = document.querySelector('[aria-label="Details"]')
  const pull = details?.querySelector<HTMLElement>(':scope[data-bottom-bar] > [aria-expanded="false"]')
  if (pull !== null && pull !== undefined) {
    pull.click()
    return pull
  }
  const label = [...(details?.querySelectorAll('label') ?? [])].find(({ textContent }) => textContent === row)
  const first = details?.querySelector<HTMLElement>(`[data-section="${section}"] :is(input, textarea, select, button)`)
  return label?.control ?? first ?? null
}

/** Focuses the element after the next render. */
function focusSoon(find: () => HTMLElement | null): void {
  requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()))
}
