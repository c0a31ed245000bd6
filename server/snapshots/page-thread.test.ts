import { expect, test } from 'vitest'

import { inPageThread } from './page-thread.ts'

test('cleans a page without blocking the server', async () => {
  let hasGoneOn = false
  setImmediate(() => {
    hasGoneOn = true
  })
  const html = '<html><head></head><body><p onclick="x">Hello</p></body></html>'
  const { html: cleaned } = await inPageThread('one', { kind: 'page', text: html, sheets: [] })
  expect(cleaned).toBe(html.replace(' onclick="x"', ''))
  expect(hasGoneOn).toBe(true)
})

test('cleans a style sheet', async () => {
  const text = '@import "//example.com/x.css"; p { color: red }'
  expect((await inPageThread('one', { kind: 'css', text })).css).toBe(' p { color: red }')
})

test('says why a page is refused', async () => {
  const text = '<b>'.repeat(50_000)
  await expect(inPageThread('one', { kind: 'page', text, sheets: [] })).rejects.toThrow(
    'The page has too many elements.',
  )
})

test('keeps one workspace from filling the queue', async () => {
  const sheet = { kind: 'css', text: 'p { color: red }' } as const
  const asked = await Promise.allSettled(Array.from({ length: 40 }, () => inPageThread('many', sheet)))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})
