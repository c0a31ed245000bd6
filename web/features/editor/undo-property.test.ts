import { expect, test } from 'vitest'

import { cardTypes, newCard, type Card } from '#domain/card.ts'
import { demoLayouts, endingKinds } from '#domain/demo-look.ts'
import type { Demo, Step } from '#domain/demo.ts'
import { calloutSides, insidePicture, markers, type PictureArea } from '#domain/step-look.ts'

import { tourDemo, tourStep } from '../../lib/tour-demo.ts'
import { visibleCards } from './cards-state.ts'
import type { Edit } from './editor-edits.ts'
import { currentText, visibleSteps, type EditorState } from './editor-state.ts'
import { openEditor, reduceEditor, type EditorCommand } from './reduce-editor.ts'
import { allTargets } from './save-plan.ts'
import { currentLook } from './unsaved.ts'

const stepIds = ['a', 'b', 'c', 'd']
const cards = stepIds.slice(0, 2).map((stepId, index) => cardOn(stepId, `card ${index}`))
const sequences = 100
const commandsMax = 60

test.each(Array.from({ length: sequences }, (_, seed) => seed))(
  'undoes any sequence of changes to the same demo, and redoes it to the same again (seed %i)',
  (seed) => {
    const random = randomOf(seed)
    let state = openEditor(tourDemo(stepIds), { steps: {} }, cards)
    const before = documentOf(state)
    for (let made = 0; made < commandsMax; made += 1) state = act(state, random, made)
    while (state.future.length > 0) state = reduceEditor(state, { type: 'redo' })
    const after = documentOf(state)

    for (const round of [1, 2]) {
      while (state.past.length > 0) state = perhapsSave(reduceEditor(state, { type: 'undo' }), random)
      expect(documentOf(state), `undone, round ${round}`).toEqual(before)
      while (state.future.length > 0) state = perhapsSave(reduceEditor(state, { type: 'redo' }), random)
      expect(documentOf(state), `redone, round ${round}`).toEqual(after)
    }
  },
)

type Random = (below: number) => number

/** What the author sees, normalised like on the server. */
function documentOf(state: EditorState): unknown {
  const { name, description } = currentText(state)
  const trimmed = (text: string | null) => (text ?? '').trim()
  return {
    name: trimmed(name),
    description: trimmed(description),
    look: currentLook(state),
    steps: visibleSteps(state).map((step) => ({
      ...step,
      title: trimmed(step.title),
      alt: trimmed(step.alt),
      description: trimmed(step.description),
      cards: visibleCards(state, step.id).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    })),
  }
}

function act(state: EditorState, random: Random, made: number): EditorState {
  const steps = visibleSteps(state)
  const step = steps[random(steps.length)]
  const kind = random(12)
  if (kind === 0) return perhapsSave(state, () => 0)
  if (kind === 1) return reduceEditor(state, { type: 'undo' })
  if (kind === 2) return reduceEditor(state, { type: 'redo' })
  // Steps that arrive from an import or a copy.
  if (kind === 3 && made % 5 === 0) return addStep(state, `new ${made}`)
  if (step === undefined) return state
  if (kind === 4) return reduceEditor(state, { type: 'move-step', id: step.id, toIndex: random(steps.length) })
  if (kind === 5) return reduceEditor(state, { type: 'select', id: step.id })
  return reduceEditor(state, { type: 'edit', edit: randomEdit(state, step, steps, random, made) })
}

function randomEdit(state: EditorState, step: Step, steps: readonly Step[], random: Random, made: number): Edit {
  const word = `${['', ' ', 'One', 'Two three'][random(4)] ?? ''}${random(3)}`
  const ofStep = (patch: Extract<Edit, { type: 'step' }>['patch']): Edit => ({ type: 'step', id: step.id, patch })
  const { look } = step
  const edits: readonly (() => Edit)[] = [
    () => ({ type: 'name', name: word }),
    () => ({ type: 'description', description: random(2) === 0 ? null : word }),
    () => ofStep({ title: word }),
    () => ofStep({ alt: word }),
    () => ofStep({ description: word }),
    () => ofStep({ hotspot: random(3) === 0 ? null : { xPercent: random(100), yPercent: random(100) } }),
    () => ofStep({ look: { ...look, marker: pick(markers, random), box: random(2) === 0 ? null : area(random) } }),
    () => ofStep({ look: { ...look, calloutSide: pick(calloutSides, random) } }),
    () => ofStep({ look: { ...look, zoom: random(2) === 0 ? null : area(random) } }),
    () => ({ type: 'step', id: step.id, patch: { look: { ...look, chapter: word || null } }, typed: 'chapter' }),
    () => ofStep({ targetStepId: random(2) === 0 ? null : pick(steps, random).id }),
    () => ofStep({ screenshotUrl: `${word}.webp`, width: 100 + random(9), height: 100 }),
    () => ({ type: 'demo-look', patch: { layout: pick(demoLayouts, random) } }),
    () => ({ type: 'demo-look', patch: { cover: { ...currentLook(state).cover, title: word } }, typed: 'cover' }),
    () => ({ type: 'demo-look', patch: { ending: { ...currentLook(state).ending, kind: pick(endingKinds, random) } } }),
    () => ({ type: 'demo-look', patch: { variables: [{ name: `v${random(3)}`, fallback: word }] } }),
    () => cardEdit(state, step, random, made),
    () => cardEdit(state, step, random, made),
    () => ({ type: 'remove-steps', ids: random(3) === 0 ? steps.slice(0, 2).map(({ id }) => id) : [step.id] }),
  ]
  return pick(edits, random)()
}

function cardEdit(state: EditorState, step: Step, random: Random, made: number): Edit {
  const card = visibleCards(state, step.id)[0]
  if (card === undefined || random(4) === 0) {
    const added = cardOn(step.id, `card ${made} of ${step.id}`)
    return { type: 'card', id: added.id, card: added }
  }
  if (random(3) === 0) return { type: 'card', id: card.id, card: null }
  if (random(2) === 0) return { type: 'card', id: card.id, card: { ...card, xPercent: random(50) } }
  return { type: 'card', id: card.id, card: { ...card, title: `Title ${random(5)}` }, typed: 'title' }
}

function addStep(state: EditorState, id: string): EditorState {
  const expecting = reduceEditor(state, { type: 'expect-steps', expected: { name: 'add step', ids: [id] } })
  const { steps } = expecting.saved
  const demo = { ...expecting.saved, steps: [...steps, tourStep(id, steps.length + 1)] }
  return reduceEditor(expecting, { type: 'load', demo })
}

/** Deleted steps that the server can restore. */
const deleted = new Map<string, { readonly step: Step; readonly cards: readonly Card[] }>()

/** Sometimes saves everything unsaved, like the server. */
function perhapsSave(start: EditorState, random: Random): EditorState {
  if (random(4) !== 0) return start
  let state = start
  for (const target of allTargets(start)) {
    const answer = answerOf(state, target)
    const loaded = random(2) === 0 ? loadedBefore(state, answer) : null
    if (loaded !== null) state = reduceEditor(state, loaded)
    state = reduceEditor(state, answer)
  }
  return state
}

/** What a load returns once steps are removed or restored, before the editor has the answer. */
function loadedBefore({ saved, savedCards }: EditorState, answer: EditorCommand): EditorCommand | null {
  if (answer.type === 'steps-restored') return { type: 'load', demo: answer.demo, cards: answer.cards }
  if (answer.type !== 'steps-removed') return null
  const steps = saved.steps.filter(({ id }) => !answer.ids.includes(id))
  const demo: Demo = { ...saved, steps: steps.map((step, at) => ({ ...step, order: at + 1 })) }
  return { type: 'load', demo, cards: savedCards.filter(({ stepId }) => !answer.ids.includes(stepId)) }
}

function answerOf(state: EditorState, target: ReturnType<typeof allTargets>[number]): EditorCommand {
  const { saved, unsaved, savedCards } = state
  switch (target.type) {
    case 'text': {
      const { name, description } = currentText(state)
      return { type: 'text-saved', name: name.trim(), description: description?.trim() ?? null }
    }
    case 'look':
      return { type: 'look-saved', patch: unsaved.look ?? {} }
    case 'order':
      return { type: 'order-saved', ids: unsaved.order ?? saved.steps.map(({ id }) => id) }
    case 'step': {
      const { description: _, ...patch } = unsaved.steps[target.id] ?? {}
      return { type: 'step-saved', id: target.id, patch }
    }
    case 'notes':
      return {
        type: 'step-saved',
        id: target.id,
        patch: { description: unsaved.steps[target.id]?.description ?? null },
      }
    case 'card':
      return { type: 'card-saved', id: target.id, card: unsaved.cards?.[target.id] ?? null }
    case 'remove': {
      const ids = unsaved.removed ?? []
      for (const step of saved.steps.filter(({ id }) => ids.includes(id)))
        deleted.set(step.id, { step, cards: savedCards.filter(({ stepId }) => stepId === step.id) })
      return { type: 'steps-removed', ids }
    }
    case 'restore': {
      const ids = (unsaved.restored ?? []).map(({ step }) => step.id)
      const back = ids.flatMap((id) => deleted.get(id) ?? [])
      const steps = [...saved.steps, ...back.map(({ step }) => step)].map((step, at) => ({ ...step, order: at + 1 }))
      const demo: Demo = { ...saved, steps }
      return { type: 'steps-restored', ids, demo, cards: [...savedCards, ...back.flatMap((item) => item.cards)] }
    }
  }
}

function cardOn(stepId: string, id: string): Card {
  const type = cardTypes[id.length % cardTypes.length] ?? 'cue'
  return newCard({ id, stepId, type, position: id.length, shown: { widthPx: 1000, heightPx: 600 } })
}

function area(random: Random): PictureArea {
  return insidePicture({
    xPercent: random(100),
    yPercent: random(100),
    widthPercent: 1 + random(99),
    heightPercent: 1 + random(99),
  })
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[random(list.length)] as T
}

/** Seeded random numbers (mulberry32). */
function randomOf(seed: number): Random {
  let state = (seed * 1_000_003) | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
