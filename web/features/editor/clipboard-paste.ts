import type { Card } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'

import { saveCard } from '../../lib/card-calls.ts'
import { addSteps, loadDemo, removeSteps, saveStepOrder } from '../../lib/demo-calls.ts'
import { loadWorkspaceIdOf } from '../../lib/import/import-calls.ts'
import { newId } from '../../lib/new-id.ts'
import { visibleCards } from './cards-state.ts'
import type { Clip, CopiedStep } from './clipboard-clip.ts'
import type { EditorState } from './editor-state.ts'
import type { EditorCommand } from './reduce-editor.ts'

export class PasteProblem extends Error {
  override readonly name = 'PasteProblem'
}

/**
 * Inserts copies of steps after a step; returns their ids. Pictures are shared, so steps stay in their workspace: its
 * redactions must reach every copy.
 */
export async function insertSteps(clip: Clip, demoId: string, afterId: string | null): Promise<readonly string[]> {
  const isSameDemo = clip.demoId === demoId
  if (!isSameDemo && (await loadWorkspaceIdOf(clip.demoId)) !== (await loadWorkspaceIdOf(demoId))) {
    throw new PasteProblem('Steps can only be pasted inside their own workspace.')
  }
  const { steps: known } = await loadDemo(demoId)
  const there = new Set(isSameDemo ? known.map(({ id }) => id) : [])
  const newIds = new Map(clip.steps.map(({ id }) => [id, newId()]))
  // Links out of the copied steps are kept only if they lead to a step of this demo.
  const retarget = (id: string | null) => (id === null ? null : (newIds.get(id) ?? (there.has(id) ? id : null)))
  const copies = clip.steps.map((step, index) => toNewStep(step, demoId, known.length + index + 1, retarget, newIds))
  const ids = copies.map(({ id }) => id)
  await addSteps(copies)
  try {
    for (const step of clip.steps) {
      for (const card of step.cards) {
        const stepId = newIds.get(step.id) ?? ''
        await saveCard({ ...card, id: newId(), stepId, targetStepId: retarget(card.targetStepId) })
      }
    }
    await placeBehind(demoId, ids, afterId)
  } catch (error) {
    // A partial paste would be worse than none.
    await removeSteps(demoId, ids).catch(() => undefined)
    throw error
  }
  return ids
}

const placeAttempts = 3

/** Retries if a step was removed or added meanwhile, for example by an undo that is being saved. */
async function placeBehind(demoId: string, ids: readonly string[], afterId: string | null, attempt = 1): Promise<void> {
  const { steps } = await loadDemo(demoId)
  const order = steps.map(({ id }) => id).filter((id) => !ids.includes(id))
  order.splice(order.indexOf(afterId ?? '') + 1 || order.length, 0, ...ids)
  try {
    await saveStepOrder(
      demoId,
      order,
      steps.map(({ id }) => id),
    )
  } catch (error) {
    if (attempt >= placeAttempts) throw error
    await placeBehind(demoId, ids, afterId, attempt + 1)
  }
}

function toNewStep(
  step: CopiedStep,
  demoId: string,
  order: number,
  retarget: (id: string | null) => string | null,
  newIds: ReadonlyMap<string, string>,
) {
  return {
    id: newIds.get(step.id) ?? newId(),
    demoId,
    order,
    title: step.title,
    description: step.description,
    screenshotUrl: step.screenshotUrl,
    alt: step.alt,
    width: step.width,
    height: step.height,
    clickX: step.hotspot?.xPercent ?? null,
    clickY: step.hotspot?.yPercent ?? null,
    look: step.look,
    targetStepId: retarget(step.targetStepId),
    narration: step.narration ?? null,
  }
}

const asidePercent = 3
const cardsPerStep = 50

/** Adds copies of cards to a step, offset from cards in the same position. */
export function pasteCards(
  state: EditorState,
  dispatch: (command: EditorCommand) => void,
  step: Step,
  clip: Clip,
): void {
  const others = visibleCards(state, step.id)
  if (others.length + clip.cards.length > cardsPerStep) {
    throw new PasteProblem(`A step has at most ${cardsPerStep} cards.`)
  }
  const steps = new Set(state.saved.steps.map(({ id }) => id))
  for (const [index, card] of clip.cards.entries()) {
    const id = newId()
    const { targetStepId } = card
    const placed: Card = {
      ...beside(card, others),
      id,
      stepId: step.id,
      position: (others.at(-1)?.position ?? 0) + index + 1,
      targetStepId: targetStepId !== null && steps.has(targetStepId) ? targetStepId : null,
    }
    dispatch({ type: 'edit', edit: { type: 'card', id, card: placed } })
    dispatch({ type: 'select-card', id })
  }
}

function beside(card: Card, others: readonly Card[]): Card {
  const isTaken = others.some(
    ({ xPercent, yPercent }) =>
      Math.abs(xPercent - card.xPercent) < asidePercent / 2 && Math.abs(yPercent - card.yPercent) < asidePercent / 2,
  )
  if (!isTaken) return card
  const xPercent = Math.min(100 - card.widthPercent, card.xPercent + asidePercent)
  const yPercent = Math.min(100 - card.heightPercent, card.yPercent + asidePercent)
  const isStuck = xPercent === card.xPercent && yPercent === card.yPercent
  return isStuck ? card : beside({ ...card, xPercent, yPercent }, others)
}
