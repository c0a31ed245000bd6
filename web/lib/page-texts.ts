import { queryOptions } from '@tanstack/react-query'

import type { Step } from '#domain/demo.ts'
import type { LintFinding } from '#domain/lint-demo.ts'
import { lintPages } from '#domain/lint-pages.ts'
import type { PageEdits, TextAttribute } from '#domain/page-edits.ts'
import type { PagePath } from '#domain/page-path.ts'
import type { PageTexts } from '#protocol/page-edits.ts'

import { loadPageTexts } from './page-calls.ts'

/* A demo's captured pages: which steps have one, and where else the same text or image appears. */

/** Whether a page was captured behind the step's picture. */
export function hasPage({ pageEdits }: Pick<Step, 'pageEdits'>): boolean {
  return pageEdits !== null && pageEdits !== undefined
}

/** The current list of a step's page. */
export function pageEditsOf(step: Pick<Step, 'pageEdits'>): PageEdits {
  return step.pageEdits ?? []
}

export function pageTextsQuery(demoId: string) {
  return queryOptions({ queryKey: ['page-texts', demoId], queryFn: () => loadPageTexts(demoId), staleTime: 60_000 })
}

/** A text of a page in its current state, saved or not. */
export interface PageTextPlace {
  /** The first step that shows it. */
  readonly step: Step
  readonly path: PagePath
  readonly attribute?: TextAttribute
  /** The text as captured. */
  readonly was: string
  readonly text: string
}

export function textPlaces(pages: readonly PageTexts[], steps: readonly Step[]): readonly PageTextPlace[] {
  return pages.flatMap(({ stepIds, texts }) => {
    const step = steps.find((each) => stepIds.includes(each.id) && hasPage(each))
    if (step === undefined) return []
    const edits = pageEditsOf(step)
    return texts.flatMap(({ path, attribute, text, was }): readonly PageTextPlace[] => {
      if (isCovered(edits, path)) return []
      const edit = edits.find((each) => each.kind === 'text' && each.path === path && each.attribute === attribute)
      const captured = was ?? text
      const now = edit?.kind === 'text' ? edit.to : captured
      return [{ step, path, ...(attribute !== undefined && { attribute }), was: captured, text: now }]
    })
  })
}

/** Notes about personal data in the pages. */
export function pageFindings(pages: readonly PageTexts[], steps: readonly Step[]): readonly LintFinding[] {
  const texts = Map.groupBy(textPlaces(pages, steps), ({ step }) => step.id)
  return lintPages(steps, new Map([...texts].map(([id, places]) => [id, places.map(({ text }) => text)])))
}

/** Whether the author has hidden or removed the element at a path. */
function isCovered(edits: PageEdits, path: PagePath): boolean {
  return edits.some(
    ({ kind, path: of }) =>
      (kind === 'hide' || kind === 'blur' || kind === 'remove') && `${path}.`.startsWith(`${of}.`),
  )
}

export interface ImagePlace {
  readonly step: Step
  readonly path: PagePath
}

/** Images that show the same file. */
export function imagePlaces(pages: readonly PageTexts[], steps: readonly Step[], file: string): readonly ImagePlace[] {
  if (file === '') return []
  return pages.flatMap(({ stepIds, images }) => {
    const step = steps.find((each) => stepIds.includes(each.id) && hasPage(each))
    return step === undefined ? [] : images.filter((each) => each.file === file).map(({ path }) => ({ step, path }))
  })
}
