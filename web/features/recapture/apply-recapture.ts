import { isSamePageEdits } from '#domain/page-edits.ts'
import { isSameEdits, noPictureEdits } from '#domain/picture-edits.ts'
import { plannedOrder, type RecapturePlan } from '#domain/recapture-plan.ts'
import { carriedEdits, type RecaptureChange, type ReplacedStep } from '#protocol/recapture.ts'

import { ask } from '../../lib/call-backend.ts'
import { burnPictureEdits, loadEditedDemo } from '../../lib/picture-calls.ts'
import { burnCarried, type CarriedPages } from './carried-pages.ts'
import { newWords, type RecaptureSources } from './recapture-sources.ts'

/** The author's choices. Includes the ids of new steps, so that a call can be repeated. */
export interface RecaptureDecision {
  readonly plan: RecapturePlan
  /** Steps that get the new recording's title. */
  readonly retitledIds: ReadonlySet<string>
  /** Ids of the steps to add, by new click. */
  readonly newIds: ReadonlyMap<string, string>
  /** Edits of captured pages that can be carried over to the new pages. */
  readonly pages: CarriedPages
}

/**
 * Applies the old pages' edits and the old pictures' redactions to the new ones. Throws a sentence; doesn't change the
 * demo.
 */
export async function prepareRecapture(
  sources: RecaptureSources,
  decision: RecaptureDecision,
): Promise<RecaptureChange> {
  const { demo, clicks } = sources
  const { plan, retitledIds, newIds, pages } = decision
  // An earlier attempt may already have redacted some.
  const fresh = await loadEditedDemo(sources.fresh.id)
  const freshById = new Map(fresh.steps.map((step) => [step.id, step]))
  const replaced: ReplacedStep[] = []
  for (const step of demo.steps) {
    const choice = plan.steps.get(step.id)
    const other = choice?.kind === 'replace' ? freshById.get(choice.from) : undefined
    if (other === undefined) continue
    const own = other.edits ?? noPictureEdits
    const edits = carriedEdits(step.edits ?? noPictureEdits, own)
    const page = pages.get(step.id) ?? null
    const isEdited = page !== null && !isSamePageEdits(page.edits, other.pageEdits ?? [])
    const shown = isEdited ? await burnCarried(demo, other, page) : other.screenshotUrl
    const picture = isSameEdits(edits, own) ? shown : await redacted(other.id, shown, edits)
    const words = retitledIds.has(step.id) ? newWords(step, other, clicks) : null
    replaced.push({
      id: step.id,
      from: other.id,
      expected: step.screenshotUrl,
      picture,
      ...(words !== null && { title: words.title }),
      ...(words?.description !== undefined && { description: words.description }),
    })
  }
  const entries = plannedOrder(
    plan,
    demo.steps.map(({ id }) => id),
    fresh.steps.map(({ id }) => id),
  )
  const idOf = (from: string) => newIds.get(from) ?? ''
  return {
    replaced,
    added: entries.flatMap((entry) => (entry.kind === 'added' ? [{ id: idOf(entry.from), from: entry.from }] : [])),
    order: entries.map((entry) => (entry.kind === 'added' ? idOf(entry.from) : entry.id)),
  }
}

/** Changes the demo and deletes the recording's in one transaction. Repeatable. */
export async function saveRecapture({ demo, fresh }: RecaptureSources, change: RecaptureChange): Promise<void> {
  const call = { p_demo_id: demo.id, p_from_id: fresh.id, p_change: change }
  await ask('demoSaveFailed', (client) => client.rpc('recapture_steps', call))
}

async function redacted(
  stepId: string,
  expected: string,
  edits: Parameters<typeof burnPictureEdits>[1]['edits'],
): Promise<string> {
  const result = await burnPictureEdits(stepId, { expected, edits })
  if (!result.ok || result.value === null) {
    const sentence = result.ok ? undefined : result.error.sentence
    throw new Error(sentence ?? 'A picture could not be redacted. Try again.')
  }
  return result.value.screenshotUrl
}
