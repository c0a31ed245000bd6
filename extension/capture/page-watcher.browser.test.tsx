import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { watchPage } from './page-watcher.ts'

let stopping: AbortController
const onChange = vi.fn<(isLarge: () => boolean) => void>()

beforeEach(() => {
  stopping = new AbortController()
  onChange.mockReset()
  watchPage({ onChange, onTouch: () => {}, isOurs: () => false, signal: stopping.signal })
})

afterEach(() => stopping.abort())

/** Observers run after the script that changed something. */
async function toldObservers(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0))
}

test('ignores prefetched scripts', async () => {
  const link = document.head.appendChild(document.createElement('link'))
  link.rel = 'modulepreload'
  document.head.appendChild(document.createElement('meta')).name = 'note'
  document.body.appendChild(document.createComment('a note'))
  await toldObservers()
  expect(onChange).not.toHaveBeenCalled()
})

test.each([
  ['a style sheet', () => document.head.appendChild(document.createElement('style'))],
  ['a word', () => document.body.appendChild(document.createElement('p')).append('hello')],
])('notices %s', async (_, change) => {
  change()
  await toldObservers()
  expect(onChange).toHaveBeenCalled()
})

test('distinguishes a new page from a new word', async () => {
  const seen: boolean[] = []
  onChange.mockImplementation((isLarge) => seen.push(isLarge()))
  document.body.appendChild(document.createElement('p')).append('hello')
  await toldObservers()
  const page = document.createElement('main')
  page.style.height = '100vh'
  document.body.appendChild(page)
  await toldObservers()
  expect(seen).toEqual([false, true])
})

test('notices a changed control under the pointer, ignores hover styles', async () => {
  const button = document.body.appendChild(document.createElement('button'))
  await toldObservers()
  onChange.mockReset()
  button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  button.dataset['highlighted'] = ''
  button.setAttribute('tabindex', '0')
  await toldObservers()
  expect(onChange).not.toHaveBeenCalled()
  button.className = 'expanded'
  await toldObservers()
  expect(onChange).toHaveBeenCalled()
})
