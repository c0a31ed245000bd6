import { afterEach, expect, test, vi } from 'vitest'

import type { RawSnapshot } from '../snapshot/raw-snapshot.ts'
import { startReading, type PageReading } from './page-reading.ts'

/* Each reading of the clock advances it by a fixed time, so that the results don't depend on the machine. */

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

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

test('reads a page and finds what looks private', async () => {
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

test('drops a page that changed before it was completely read', async () => {
  const reading = read(largePage)
  let isKept = false
  reading.whenRead(() => {
    isKept = true
  })
  reading.drop()
  // Reading the same page again takes just as long.
  await pageOf(read(largePage))
  expect(isKept).toBe(false)
})

test('keeps only the picture of a large page that never settles', async () => {
  let isKept = false
  read(largePage.repeat(4), true).whenRead(() => {
    isKept = true
  })
  await pageOf(read('<p>Small</p>'))
  expect(isKept).toBe(false)
})

test('lets pages change thousands of private texts as fast as without the recorder', async () => {
  let ranges = 0
  vi.stubGlobal(
    'Range',
    class extends Range {
      constructor() {
        super()
        ranges += 1
      }
    },
  )
  vi.spyOn(document, 'createRange').mockImplementation(() => new Range())
  const html = '<p style="width:2000px;overflow:hidden">Mail ada@example.com</p>'.repeat(200)
  const reading = read(html)
  await pageOf(reading)
  vi.unstubAllGlobals()
  expect(reading.secrets()?.secrets.length).toBeGreaterThan(10)
  // Browsers update every range with each change.
  expect(ranges).toBe(0)
})
