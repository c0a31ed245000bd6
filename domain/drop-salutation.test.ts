import { expect, test } from 'vitest'

import { dropSalutation } from './drop-salutation.ts'

test('says hello once, in each language of the panel', () => {
  expect(dropSalutation('Hello, shall I show you the tour?')).toBe('Shall I show you the tour?')
  expect(dropSalutation('Hi there! What do you ship?')).toBe('What do you ship?')
  expect(dropSalutation('Guten Tag. Was möchten Sie wissen?')).toBe('Was möchten Sie wissen?')
  expect(dropSalutation('¡Hola! ¿qué te gustaría ver?')).toBe('¿qué te gustaría ver?')
  expect(dropSalutation('Bonjour, que souhaitez-vous voir ?')).toBe('Que souhaitez-vous voir ?')
})

test('keeps a text that is only hello, or that doesn’t begin with it', () => {
  expect(dropSalutation('Hello.')).toBe('Hello.')
  expect(dropSalutation('Hello Kitty is our customer.')).toBe('Hello Kitty is our customer.')
  expect(dropSalutation('High prices? Ask me.')).toBe('High prices? Ask me.')
  expect(dropSalutation(' What do you ship? ')).toBe('What do you ship?')
})
