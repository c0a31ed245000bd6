import { afterEach, expect, test } from 'vitest'

import type { RawSnapshot } from '../snapshot/raw-snapshot.ts'
import { startReading, type PageReading } from './page-reading.ts'

/* A page is read while it goes on running. Each look at the clock takes a set time, so that no machine is too slow. */

afterEach(() => document.body.replaceChildren())

const largePage = `<p>Mail ada@example.com</p>${'<div class="row"><b title="One">Cell 1</b><i>Cell 2</i></div>'.repeat(4_000)}`

function read(markup: string, isRestless = false): PageReading {
  document.body.innerHTML = markup
  let now = 0
  return startReading({
    isOurs: () => false,
    rules: [],
    isRestless,
    now: () => (now += 0.02),
  })
}

function pageOf(reading: PageReading): Promise<RawSnapshot> {
  return new Promise((resolve) => reading.whenRead(resolve))
}

test('reads a page, and what looks private in it', async () => {
  const reading = read('<h1>Report</h1><p>Mail ada@example.com</p>')
  const { html } = await pageOf(reading)
  expect(html).toContain('Report')
  expect(html).not.toContain('ada@')
  expect(reading.secrets()?.secrets.map(({ kind }) => kind)).toEqual(['email'])
})

test('lets a large page run between slices', async () => {
  const reading = read(largePage)
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  })
  const { html } = await pageOf(reading)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(2)
  expect(html.split('class="row"')).toHaveLength(4_001)
})

test('keeps no page that changed before all of it was read', async () => {
  const reading = read(largePage)
  let isKept = false
  reading.whenRead(() => {
    isKept = true
  })
  reading.drop()
  // The same page takes as long once more.
  await pageOf(read(largePage))
  expect(isKept).toBe(false)
})

test('keeps the picture alone of a large page that never stands still', async () => {
  let isKept = false
  read(largePage.repeat(4), true).whenRead(() => {
    isKept = true
  })
  await pageOf(read('<p>Small</p>'))
  expect(isKept).toBe(false)
})
