import { useQueries } from '@tanstack/react-query'

import type { CarriedPageEdits } from '#domain/carry-page-edits.ts'
import type { Demo, Step } from '#domain/demo.ts'
import type { PageEdit } from '#domain/page-edits.ts'
import type { StepChoice } from '#domain/recapture-plan.ts'
import { fillVariables, variableFallbacks } from '#domain/variables.ts'

import { burnPageEdits, loadPageEditing } from '../../lib/page-calls.ts'
import { carryEdits } from '../../lib/page-picture/carry-edits.ts'
import { drawEdited } from '../../lib/page-picture/draw-edited.ts'
import { shortText } from '../../lib/short-text.ts'
import { hasEditedPage } from './recapture-sources.ts'

/* Carries edits of captured pages over to the pages that replace them. */

/** By step with an edited page: the edits that fit its new page; null while loading. */
export type CarriedPages = ReadonlyMap<string, CarriedPageEdits | null>

export function useCarriedPages(
  range: readonly Step[],
  choices: ReadonlyMap<string, StepChoice>,
  fresh: Demo,
): CarriedPages {
  const pairs = range.flatMap((step) => {
    const choice = choices.get(step.id)
    const other = choice?.kind === 'replace' ? fresh.steps.find(({ id }) => id === choice.from) : undefined
    return other !== undefined && hasEditedPage(step) ? [{ step, other }] : []
  })
  return useQueries({
    queries: pairs.map(({ step, other }) => ({
      queryKey: ['carried-page', step.id, step.screenshotUrl, other.id],
      queryFn: () => carriedTo(step, other),
      staleTime: Infinity,
    })),
    combine: (results) =>
      new Map(pairs.map(({ step }, index) => [step.id, results[index]?.data ?? null] as const)) as CarriedPages,
  })
}

/** Carries nothing over if there is no new page, or it can't be loaded. */
async function carriedTo(step: Step, other: Step): Promise<CarriedPageEdits> {
  const nothing = { edits: [], lost: step.pageEdits ?? [] }
  const [from, to] = await Promise.all([loadPageEditing(step.id), loadPageEditing(other.id)])
  if (!from.ok || !to.ok || from.value === null || to.value === null) return nothing
  return (await carryEdits(from.value, to.value)) ?? nothing
}

/** Burns edits into a new step's page and picture; returns the picture's path. Throws a sentence. */
export async function burnCarried(demo: Demo, other: Step, { edits }: CarriedPageEdits): Promise<string> {
  const editing = await loadPageEditing(other.id)
  if (!editing.ok || editing.value === null) throw new Error(editing.ok ? failed : editing.error.sentence || failed)
  const fallbacks = variableFallbacks(demo.look)
  const drawn = await drawEdited(other, editing.value, edits, (text) => fillVariables(text, {}, fallbacks)).catch(
    () => null,
  )
  if (drawn === null) throw new Error(failed)
  const request = {
    expected: editing.value.screenshotUrl,
    edits,
    ...(drawn.hotspot !== null && { hotspot: drawn.hotspot }),
  }
  const result = await burnPageEdits(other.id, request, drawn.picture)
  if (!result.ok || result.value === null) throw new Error(result.ok ? failed : result.error.sentence || failed)
  return result.value.screenshotUrl
}

const failed = 'A page could not be edited as before. Try again, or keep its step as it is.'

/** A short description of an edit. */
export function editName(edit: PageEdit): string {
  if (edit.kind === 'text') return `“${shortText(edit.was, 30)}” → “${shortText(edit.to, 30)}”`
  if (edit.kind === 'image') return 'an image'
  return edit.was.trim() === '' ? `an element (${edit.kind})` : `“${shortText(edit.was, 30)}” (${edit.kind})`
}
