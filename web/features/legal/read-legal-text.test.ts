import { expect, test } from 'vitest'

import { readLegalText, splitAddresses } from './read-legal-text.ts'

test('parses headings, paragraphs and lists', () => {
  const text = '# Privacy\r\n\r\nWe keep\nlittle.\n\n## What\nThis:\n\n- names\n- <b>mail</b>\n\n'
  expect(readLegalText(text)).toEqual([
    { kind: 'paragraph', text: 'We keep little.' },
    { kind: 'heading', text: 'What' },
    { kind: 'paragraph', text: 'This:' },
    { kind: 'list', items: ['names', '<b>mail</b>'] },
  ])
  expect(readLegalText('\n \n')).toEqual([])
})

test('links addresses and nothing else', () => {
  expect(splitAddresses('See https://example.com/a?b=1. Or ask me@example.com!')).toEqual([
    { text: 'See ', href: null },
    { text: 'https://example.com/a?b=1', href: 'https://example.com/a?b=1' },
    { text: '. Or ask ', href: null },
    { text: 'me@example.com', href: 'mailto:me@example.com' },
    { text: '!', href: null },
  ])
  expect(splitAddresses('javascript:alert(1)')).toEqual([{ text: 'javascript:alert(1)', href: null }])
})
