import { expect, test } from 'vitest'

import { plainDemoLook } from '#domain/demo-look.ts'
import { plainStepLook } from '#domain/step-look.ts'

import { tourDemo } from '../../lib/tour-demo.ts'
import { findParts, replaceTexts, textsOfDemo, withParts } from './demo-texts.ts'
import { currentLook } from './unsaved.ts'
import { visibleSteps } from './editor-state.ts'
import { openEditor, reduceEditor } from './reduce-editor.ts'

const loosely = { isWholeWord: false, isCaseSensitive: false }
const exactly = { isWholeWord: true, isCaseSensitive: true }
const replaced = (text: string, words: Readonly<Record<string, string>>, options = loosely) =>
  withParts(text, findParts(text, new Map(Object.entries(words)), options))

test('replaces every occurrence of a word, ignoring case', () => {
  expect(replaced('People and people', { people: 'Customers' })).toBe('Customers and Customers')
})

test('leaves parts of longer words unchanged when matching whole words', () => {
  expect(replaced('Ann, Anna and ann', { Ann: 'Eva' }, exactly)).toBe('Eva, Anna and ann')
  expect(replaced('Zoë Zo', { Zo: 'Eva' }, exactly)).toBe('Zoë Eva')
})

test('prefers the longer of two names, and never replaces a replacement', () => {
  expect(replaced('Ann Lee, Ann', { Ann: 'Lee', 'Ann Lee': 'Eva Ann' }, exactly)).toBe('Eva Ann, Lee')
})

test('replaces names with a hyphen', () => {
  expect(replaced('Jane Nakamura-Stolz', { 'Jane Nakamura-Stolz': 'Eva Birk' }, exactly)).toBe('Eva Birk')
  expect(replaced('pre-sales', { 'pre-': 'post-' })).toBe('post-sales')
})

test('finds symbols and amounts', () => {
  expect(replaced('€1,200.00 (a+b)? $1', { '€1,200.00': '€9.00', '(a+b)?': 'c', $1: '$2' }, exactly)).toBe('€9.00 c $2')
})

test('replaces typed text, chapters, the frame’s address and variables’ values, but no keys', () => {
  const demo = tourDemo(['a', 'b'])
  const typed = { ...plainStepLook, chapter: 'Jane', action: { kind: 'type', text: 'Jane Roe', path: [] } } as const
  const key = { ...plainStepLook, action: { kind: 'key', text: 'Jane', path: [] } } as const
  const steps = demo.steps.map((step) => ({ ...step, look: step.id === 'a' ? typed : key }))
  const look = { ...plainDemoLook, frameAddress: 'app/Jane', variables: [{ name: 'who', fallback: 'Jane' }] }
  const state = openEditor({ ...demo, steps, look }, { steps: {} }, [])
  const changes = textsOfDemo(state, []).map((place) => ({
    place,
    parts: findParts(place.text, new Map([['Jane', 'Eva']]), exactly),
  }))
  const after = reduceEditor(state, { type: 'edit', edit: replaceTexts(state, changes, 'replace')! })
  expect(visibleSteps(after).map(({ look: { chapter, action } }) => [chapter, action?.text])).toEqual([
    ['Eva', 'Eva Roe'],
    [null, 'Jane'],
  ])
  expect(currentLook(after)).toMatchObject({ frameAddress: 'app/Eva', variables: [{ name: 'who', fallback: 'Eva' }] })
})
