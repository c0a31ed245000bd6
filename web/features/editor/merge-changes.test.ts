import { describe, expect, test } from 'vitest'

import { newCard, type Card } from '#domain/card.ts'
import type { Demo, Step } from '#domain/demo.ts'

import { tourDemo } from '../../lib/tour-demo.ts'
import type { Edit } from './editor-edits.ts'
import { fieldId, fieldsOfTarget } from './editor-fields.ts'
import { currentText, visibleSteps, type EditorState } from './editor-state.ts'
import { basesOf, openDisputes } from './merge-changes.ts'
import { openEditor, reduceEditor } from './reduce-editor.ts'
import { allTargets, savableState } from './save-plan.ts'
import { currentLook, type StepPatch } from './unsaved.ts'

const demo = withVersions(tourDemo(['a', 'b', 'c']), 1)
const title = fieldId('step', 'a', 'title')

test('takes over what others changed, and keeps own changes of other fields', () => {
  const state = load(edited({ title: 'Mine' }), changed({ description: 'Theirs' }))
  expect(visibleSteps(state)[0]).toMatchObject({ title: 'Mine', description: 'Theirs' })
  expect(openDisputes(state)).toEqual([])
  expect(allTargets(state)).toEqual([{ type: 'step', id: 'a' }])
})

test('merges the parts of a look, which is stored as one value', () => {
  const look = demo.steps[0]!.look
  const state = load(edited({ look: { ...look, chapter: 'Mine' } }), changed({ look: { ...look, marker: 'none' } }))
  expect(visibleSteps(state)[0]?.look).toMatchObject({ chapter: 'Mine', marker: 'none' })
  expect(openDisputes(state)).toEqual([])
  const both = load(edit({ type: 'demo-look', patch: { layout: 'side' } }), {
    ...withVersions(demo, 2),
    look: { ...demo.look, hasCamera: !demo.look.hasCamera },
  })
  expect(currentLook(both)).toMatchObject({ layout: 'side', hasCamera: !demo.look.hasCamera })
})

test('merges the fields of a card', () => {
  const card = newCard({ id: 'card', stepId: 'a', type: 'cue', position: 1, shown: { widthPx: 1000, heightPx: 600 } })
  const opened = openEditor(demo, { steps: {} }, [{ ...card, stored: { version: 1, by: null } }])
  const own = reduceEditor(opened, {
    type: 'edit',
    edit: { type: 'card', id: 'card', card: { ...card, title: 'Mine' } },
  })
  const theirs = { ...card, description: 'Theirs', stored: { version: 2, by: 'ada' } }
  const merged = reduceEditor(own, { type: 'load', demo, cards: [theirs] })
  expect(merged.unsaved.cards?.['card']).toMatchObject({ title: 'Mine', description: 'Theirs' })
  expect(merged.cardVersions['card']?.version).toBe(2)
  const deleted = reduceEditor(own, { type: 'load', demo, cards: [] })
  expect(openDisputes(deleted)).toEqual([fieldId('card', 'card', '')])
  expect(allTargets(deleted)).toEqual([])
})

test('has nothing to save while a part of a look is disputed', () => {
  const look = demo.steps[0]!.look
  const state = load(edited({ look: { ...look, marker: 'none' } }), changed({ look: { ...look, marker: 'box' } }))
  expect(openDisputes(state)).toEqual([fieldId('step', 'a', 'look.marker')])
  expect(allTargets(state)).toEqual([])
})

test('has nothing to save while a field of a card is disputed, and asks about a deleted card without a title', () => {
  const card = newCard({ id: 'card', stepId: 'a', type: 'cue', position: 1, shown: { widthPx: 1000, heightPx: 600 } })
  const opened = openEditor(demo, { steps: {} }, [{ ...card, title: '', stored: { version: 1, by: null } }])
  const own = reduceEditor(opened, {
    type: 'edit',
    edit: { type: 'card', id: 'card', card: { ...card, title: 'Mine' } },
  })
  const theirs = { ...card, title: 'Theirs', stored: { version: 2, by: 'ada' } }
  const disputed = reduceEditor(own, { type: 'load', demo, cards: [theirs] })
  expect(openDisputes(disputed)).toEqual([fieldId('card', 'card', 'title')])
  expect(allTargets(disputed)).toEqual([])
  const deleted = reduceEditor(own, { type: 'load', demo, cards: [] })
  expect(openDisputes(deleted)).toEqual([fieldId('card', 'card', '')])
  expect(allTargets(deleted)).toEqual([])
})

test('never brings back a card that someone else deleted, even if only an empty field of it was filled', () => {
  const { state, card } = withCard({ title: 'First', description: '' })
  const own = reduceEditor(state, {
    type: 'edit',
    edit: { type: 'card', id: 'card', card: { ...card, description: 'Mine' } },
  })
  const whole = fieldId('card', 'card', '')
  const deleted = load(own, demo)
  expect(openDisputes(deleted)).toEqual([whole])
  const reopened = openEditor(demo, { ...own.unsaved, ...basesOf(own) })
  for (const each of [deleted, load(deleted, demo), reopened, load(reopened, demo)]) {
    expect(openDisputes(each)).toEqual([whole])
    expect(each.unsaved.cards?.['card']).toMatchObject({ title: 'First', description: 'Mine' })
    expect(allTargets(each)).toEqual([])
  }
  const kept = reduceEditor(deleted, { type: 'settle', field: whole, by: 'mine' })
  expect(allTargets(kept)).toEqual([{ type: 'card', id: 'card' }])
  const dropped = reduceEditor(deleted, { type: 'settle', field: whole, by: 'theirs' })
  expect(dropped.unsaved).toEqual({ steps: {} })
})

test('saves a new card, also after others changed something else', () => {
  const card = newCard({ id: 'new', stepId: 'a', type: 'cue', position: 1, shown: { widthPx: 1000, heightPx: 600 } })
  const added = edit({ type: 'card', id: 'new', card })
  const draft = { ...added.unsaved, ...basesOf(added) }
  for (const each of [load(added, changed({ title: 'Theirs' })), openEditor(demo, draft)])
    expect(allTargets(each)).toEqual([{ type: 'card', id: 'new' }])
})

describe('a field that both changed', () => {
  const disputed = load(edited({ title: 'Mine', alt: 'Mine' }), changed({ title: 'Theirs' }, 'ada'))

  test('keeps both versions, and waits while the rest is saved', () => {
    expect(disputed.disputes).toEqual({ [title]: { base: null, by: 'ada', isSure: true } })
    expect(visibleSteps(disputed)[0]?.title).toBe('Mine')
    expect(disputed.saved.steps[0]?.title).toBe('Theirs')
    expect(savableState(disputed).unsaved.steps['a']).toEqual({ alt: 'Mine' })
  })

  test('is saved as it is if the author keeps it', () => {
    const kept = reduceEditor(disputed, { type: 'settle', field: title, by: 'mine' })
    expect(savableState(kept).unsaved.steps['a']).toEqual({ title: 'Mine', alt: 'Mine' })
  })

  test('can be taken over, undone, and undone further to the other’s text', () => {
    let state = reduceEditor({ ...disputed, typingIn: null }, { type: 'settle', field: title, by: 'theirs' })
    expect(visibleSteps(state)[0]?.title).toBe('Theirs')
    expect(openDisputes(state)).toEqual([])
    state = reduceEditor(state, { type: 'undo' })
    expect(visibleSteps(state)[0]?.title).toBe('Mine')
    state = reduceEditor(state, { type: 'undo' })
    expect(visibleSteps(state)[0]?.title).toBe('Theirs')
  })

  test('is still disputed after a reload, also if it was changed while the editor was closed', () => {
    const draft = { ...disputed.unsaved, ...basesOf(disputed) }
    const reopened = openEditor(changed({ title: 'Theirs' }, 'ada'), draft)
    expect(openDisputes(reopened)).toEqual([title])
    const before = edited({ title: 'Mine' })
    const later = openEditor(changed({ title: 'Theirs', alt: 'Theirs' }), { ...before.unsaved, ...basesOf(before) })
    expect(openDisputes(later)).toEqual([title])
    expect(visibleSteps(later)[0]).toMatchObject({ title: 'Mine', alt: 'Theirs' })
  })

  test('is settled if both wrote the same, apart from spaces', () => {
    expect(openDisputes(load(edited({ title: 'Same ' }), changed({ title: 'Same' })))).toEqual([])
  })
})

describe('the author’s own saves', () => {
  test('aren’t disputed if their answer was lost while the author typed on', () => {
    const sent = reduceEditor(edited({ title: 'Mi' }), {
      type: 'sent',
      target: 'step a',
      fields: fieldsOfTarget(edited({ title: 'Mi' }), 'step a'),
    })
    const typed = reduceEditor(sent, { type: 'edit', edit: { type: 'step', id: 'a', patch: { title: 'Mine' } } })
    const merged = load(typed, changed({ title: 'Mi' }))
    expect(openDisputes(merged)).toEqual([])
    expect(visibleSteps(merged)[0]?.title).toBe('Mine')
  })

  test('aren’t replaced by an answer that is older', () => {
    const saved = reduceEditor(edited({ title: 'Mine' }), {
      type: 'step-saved',
      id: 'a',
      patch: { title: 'Mine' },
      version: 2,
    })
    expect(visibleSteps(load(saved, demo))[0]?.title).toBe('Mine')
  })

  test('don’t lose the spaces that the server trims', () => {
    const saved = reduceEditor(edited({ title: 'Mine ' }), {
      type: 'step-saved',
      id: 'a',
      patch: { title: 'Mine ' },
      version: 2,
    })
    expect(visibleSteps(load(saved, changed({ title: 'Mine' })))[0]?.title).toBe('Mine ')
  })
})

test('holds back only what is being typed', () => {
  const typed = reduceEditor(edited({ title: 'Mine' }), {
    type: 'step-saved',
    id: 'a',
    patch: { title: 'Mine' },
    version: 2,
  })
  const theirs = withVersions({ ...demo, steps: changedSteps({ title: 'Theirs' }) }, 3)
  const held = reduceEditor(typed, { type: 'load', demo: { ...theirs, name: 'Their tour' }, isTyping: true })
  expect(visibleSteps(held)[0]?.title).toBe('Mine')
  expect(currentText(held).name).toBe('Their tour')
  expect(held.saved.steps[0]?.stored?.version).toBe(2)
  expect(visibleSteps(reduceEditor(held, { type: 'load', demo: theirs }))[0]?.title).toBe('Theirs')
})

describe('a step that someone else deleted', () => {
  const without = { ...demo, steps: demo.steps.slice(1) }

  test('doesn’t come back, and its unsaved changes are kept, also across a reload', () => {
    const state = load(edited({ title: 'Mine' }), without)
    expect(visibleSteps(state).map(({ id }) => id)).toEqual(['b', 'c'])
    expect(allTargets(state)).toEqual([])
    expect(state.gone).toMatchObject([{ step: { id: 'a', title: 'Mine' }, changed: { title: 'Mine' } }])
    const reopened = openEditor(without, { ...state.unsaved, ...basesOf(state) })
    expect(reopened.gone).toEqual(state.gone)
    const edited2 = edited({ title: 'Mine' })
    expect(openEditor(without, { ...edited2.unsaved, ...basesOf(edited2) }).gone).toEqual(state.gone)
  })

  test('is restored with the others’ changes and the author’s own', () => {
    const gone = load(edited({ title: 'Mine' }), without)
    const wanted = reduceEditor(gone, { type: 'edit', edit: { type: 'restore-steps', items: gone.gone } })
    const server = changed({ alt: 'Theirs' })
    const back = reduceEditor(wanted, { type: 'steps-restored', ids: ['a'], demo: server, cards: [] })
    expect(visibleSteps(back)[0]).toMatchObject({ id: 'a', title: 'Mine', alt: 'Theirs' })
    expect(back.gone).toEqual([])
  })
})

test('orders are disputed only if both moved the same steps', () => {
  const own = reduceEditor(openEditor(demo), { type: 'move-step', id: 'a', toIndex: 1 })
  const order = (ids: readonly string[]) => ids.map((id) => demo.steps.find((step) => step.id === id)!)
  expect(openDisputes(load(own, { ...demo, steps: order(['a', 'c', 'b']) }))).toEqual([fieldId('order', '', '')])
  expect(openDisputes(load(own, { ...demo, steps: order(['b', 'a', 'c']) }))).toEqual([])
  const fewer = load(own, { ...demo, steps: order(['a', 'b']) })
  expect(openDisputes(fewer)).toEqual([])
  expect(visibleSteps(fewer).map(({ id }) => id)).toEqual(['b', 'a'])
})

function withCard(patch: Partial<Card>): { readonly state: EditorState; readonly card: Card } {
  const made = newCard({ id: 'card', stepId: 'a', type: 'cue', position: 1, shown: { widthPx: 1000, heightPx: 600 } })
  const card = { ...made, ...patch }
  return { state: openEditor(demo, { steps: {} }, [{ ...card, stored: { version: 1, by: null } }]), card }
}

function edit(change: Edit): EditorState {
  return reduceEditor(openEditor(demo), { type: 'edit', edit: change })
}

function edited(patch: StepPatch): EditorState {
  return edit({ type: 'step', id: 'a', patch })
}

function load(state: EditorState, loaded: Demo): EditorState {
  return reduceEditor(state, { type: 'load', demo: loaded, cards: [] })
}

function changedSteps(patch: Partial<Step>): readonly Step[] {
  return demo.steps.map((step) => (step.id === 'a' ? { ...step, ...patch } : step))
}

/** The demo after someone else changed its first step. */
function changed(patch: Partial<Step>, by: string | null = null): Demo {
  return { ...demo, steps: changedSteps({ ...patch, stored: { version: 2, by } }) }
}

function withVersions(of: Demo, version: number): Demo {
  const stored = { version, by: null }
  return { ...of, stored, steps: of.steps.map((step) => ({ ...step, stored })) }
}
