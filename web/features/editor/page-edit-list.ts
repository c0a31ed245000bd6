import type { Step } from '#domain/demo.ts'
import { pageEditTarget, sortedPageEdits, type PageEdit, type PageEdits } from '#domain/page-edits.ts'

import type { Edit } from './editor-edits.ts'

/* Edits of captured pages as edits of the demo. */

/** The list with this edit replacing the previous one at its place, or without either if it changes nothing. */
export function withPageEdit(edits: PageEdits, edit: PageEdit): PageEdits {
  const others = withoutPageEdit(edits, edit)
  return changesNothing(edit) ? others : sortedPageEdits([...others, edit])
}

export function withoutPageEdit(edits: PageEdits, edit: PageEdit): PageEdits {
  const target = pageEditTarget(edit)
  return edits.filter((each) => pageEditTarget(each) !== target)
}

function changesNothing(edit: PageEdit): boolean {
  return edit.kind === 'text' && edit.to === edit.was
}

/** Replaces the edits of steps; steps with the same page share them. */
export function pageChange(
  steps: readonly Step[],
  lists: ReadonlyMap<string, PageEdits>,
  { name, more = [] }: { readonly name?: string; readonly more?: readonly Edit[] } = {},
): Edit | null {
  const byPicture = new Map(
    steps.flatMap(({ id, screenshotUrl }) => {
      const list = lists.get(id)
      return list === undefined ? [] : [[screenshotUrl, list] as const]
    }),
  )
  const edits = steps.flatMap((step): readonly Edit[] => {
    const list = byPicture.get(step.screenshotUrl)
    return list === undefined ? [] : [{ type: 'step', id: step.id, patch: { pageEdits: list } }]
  })
  const [first, ...rest] = [...edits, ...more]
  if (first === undefined) return null
  // An edit of a single step needs no group.
  if (rest.length === 0 && name === undefined) return first
  return { type: 'several', name: name ?? 'edit page', edits: [first, ...rest] }
}

/** Keeps the page's white space around a text. */
export function withSpaces(text: string, captured: string): string {
  const [before = ''] = /^\s*/.exec(captured) ?? []
  const [after = ''] = /\s*$/.exec(captured.slice(before.length)) ?? []
  return `${before}${text.trim()}${after}`
}
