import { expect, test } from 'vitest'

import { insertAt, toggleList } from './callout-text.ts'

test('toggles the selected lines between a list and plain lines', () => {
  const listed = toggleList({ text: 'Intro\nOne\nTwo\nEnd', start: 7, end: 12 })
  expect(listed).toEqual({ text: 'Intro\n- One\n- Two\nEnd', start: 6, end: 17 })
  expect(toggleList(listed).text).toBe('Intro\nOne\nTwo\nEnd')
})

test('a variable replaces the selection, with the caret behind it', () => {
  expect(insertAt({ text: 'Hello you', start: 6, end: 9 }, '{{name}}')).toEqual({
    text: 'Hello {{name}}',
    start: 14,
    end: 14,
  })
})
