import { expect, test } from 'vitest'

import { actionForKey, shortcutList } from './editor-actions.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('the shortcut list names every key of the specification', () => {
  expect(shortcutList()).toEqual(
    expect.arrayContaining([
      { shortcut: 'N', label: 'Toggle speaker notes' },
      { shortcut: 'V', label: 'Toggle grid/vertical view' },
      { shortcut: '+', label: 'Zoom in' },
      { shortcut: '-', label: 'Zoom out' },
      { shortcut: '← →', label: 'Move between steps in the viewer' },
      { shortcut: 'Ctrl+S', label: 'Save changes' },
      { shortcut: 'Esc', label: 'Exit full screen in the viewer' },
    ]),
  )
})

test.each([
  ['n', 'toggle-notes'],
  ['N', 'toggle-notes'],
  ['v', 'toggle-strip'],
  ['+', 'zoom-in'],
  ['=', 'zoom-in'],
  ['-', 'zoom-out'],
])('%s is %s, but not in a text field', (key, name) => {
  expect(actionForKey({ ...plain, key }, false)?.name).toBe(name)
  expect(actionForKey({ ...plain, key }, true)).toBeUndefined()
})

test('Ctrl+S saves, also while typing; S alone is a letter', () => {
  expect(actionForKey({ ...plain, ctrlKey: true, key: 's' }, true)?.name).toBe('save')
  expect(actionForKey({ ...plain, metaKey: true, key: 's' }, false)?.name).toBe('save')
  expect(actionForKey({ ...plain, key: 's' }, false)).toBeUndefined()
})

test.each([
  ['z', false, 'undo'],
  ['Z', false, 'undo'],
  ['z', true, 'redo'],
  ['Z', true, 'redo'],
  ['y', false, 'redo'],
])('Ctrl with %s, and Shift %s, is %s, also while typing', (key, shiftKey, name) => {
  expect(actionForKey({ ...plain, ctrlKey: true, shiftKey, key }, true)?.name).toBe(name)
})
