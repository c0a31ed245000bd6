import { describeAction, describeStep } from '#domain/describe-action.ts'
import type { Demo, Step } from '#domain/demo.ts'
import { matchClicks, type ClickMark } from '#domain/match-clicks.ts'
import { initialPlan, type RecapturePlan } from '#domain/recapture-plan.ts'
import { plainAction } from '#domain/step-action.ts'

import type { RecordedClick } from '../../lib/recorded-clicks.ts'

/** The demo, the recording imported as a separate demo, and the clicks of both. */
export interface RecaptureSources {
  readonly demo: Demo
  readonly fresh: Demo
  /** Clicks by capture. */
  readonly clicks: ReadonlyMap<string, RecordedClick>
}

/** Whether its captured page was edited. */
export function hasEditedPage({ pageEdits }: Step): boolean {
  return (pageEdits ?? []).length > 0
}

/** The steps from one to another, in either direction; without them the whole demo. */
export function stepRange({ steps }: Demo, fromId: string | null, toId: string | null): readonly Step[] {
  const ends = [fromId, toId].map((id) => steps.findIndex((step) => step.id === id)).filter((index) => index >= 0)
  return ends.length === 0 ? steps : steps.slice(Math.min(...ends), Math.max(...ends) + 1)
}

export interface FirstPlan {
  readonly plan: RecapturePlan
  /** Steps matched only by their order. */
  readonly unsureIds: ReadonlySet<string>
}

export function planFrom({ fresh, clicks }: RecaptureSources, range: readonly Step[]): FirstPlan {
  const marks = (steps: readonly Step[]) => steps.map((step) => markOf(step, clicks))
  const matches = matchClicks(marks(range), marks(fresh.steps))
  const unsure = matches.flatMap(({ old, fresh: other, isSure }) =>
    old === null || other === null || isSure ? [] : [range[old]?.id ?? ''],
  )
  const idsOf = (steps: readonly Step[]) => steps.map(({ id }) => id)
  return { plan: initialPlan(idsOf(range), idsOf(fresh.steps), matches), unsureIds: new Set(unsure) }
}

function markOf(step: Step, clicks: RecaptureSources['clicks']): ClickMark {
  const click = clicks.get(step.captureId ?? '')
  return {
    kind: step.look.action?.kind ?? 'click',
    role: click?.role ?? '',
    name: click?.name ?? '',
    place: step.hotspot,
    path: click !== undefined && URL.canParse(click.url) ? new URL(click.url).pathname : '',
  }
}

/** The new recording's texts for a step, if different. */
export interface NewWords {
  readonly title: string
  /** Absent: keep the notes. */
  readonly description?: string
  /** Whether the step still has the recorder's texts, unedited. */
  readonly isUnwritten: boolean
}

export function newWords(step: Step, fresh: Step, clicks: RecaptureSources['clicks']): NewWords | null {
  if (fresh.title === null || fresh.title === (step.title ?? '').trim()) return null
  const click = clicks.get(step.captureId ?? '')
  if (click === undefined) return { title: fresh.title, isUnwritten: false }
  const recorded = { target: click, action: step.look.action ?? plainAction }
  const hasOwnNotes = (step.description ?? '') !== describeStep(recorded, click.pageTitle)
  return {
    title: fresh.title,
    ...(!hasOwnNotes && fresh.description !== null && { description: fresh.description }),
    isUnwritten: step.title === describeAction(recorded),
  }
}
