import { expect, test } from 'vitest'

import { defaultFormat } from '#domain/card.ts'
import type { TextRun } from '#domain/text-format.ts'

import { formatText, linkAround, lookOf, spliceText, type FormattedText } from './text-runs.ts'

const text = 'Book a call today'
const book = { start: 0, end: 4 }
const call = { start: 7, end: 11 }
const nowhere = { start: 0, end: 0 }

function withRuns(...runs: readonly TextRun[]): FormattedText {
  return { text, format: { ...defaultFormat.description, ...(runs.length > 0 && { runs }) } }
}

/** The text with bold parts in brackets. */
function bold({ text: letters, format: { runs = [] } }: FormattedText): string {
  return runs
    .toReversed()
    .filter((run) => run.isBold)
    .reduce((all, run) => `${all.slice(0, run.start)}[${all.slice(run.start, run.end)}]${all.slice(run.end)}`, letters)
}

test('toggles bold on a range without leftovers', () => {
  const format = formatText(withRuns(), call, { isBold: true })
  expect(bold({ text, format })).toBe('Book a [call] today')
  expect(formatText({ text, format }, call, { isBold: false })).toEqual(withRuns().format)
})

test('formats the whole text without a selection', () => {
  const start = withRuns({ ...call, isBold: true, color: '#aa0000' })
  const format = formatText(start, nowhere, { isBold: true })
  expect(format).toEqual({ ...defaultFormat.description, isBold: true, runs: [{ ...call, color: '#aa0000' }] })
})

test('merges adjacent equal ranges', () => {
  let value = withRuns()
  for (const range of [book, { start: 4, end: 6 }, { start: 6, end: 11 }]) {
    value = { text, format: formatText(value, range, { isBold: true }) }
  }
  expect(value.format.runs).toEqual([{ start: 0, end: 11, isBold: true }])
})

test('removes underline from a part of the text', () => {
  const whole = formatText(withRuns(), nowhere, { isUnderlined: true })
  const parted = formatText({ text, format: whole }, call, { isUnderlined: false })
  expect(parted).toMatchObject({ isUnderlined: false })
  expect(parted.runs).toEqual([
    { start: 0, end: 7, isUnderlined: true },
    { start: 11, end: text.length, isUnderlined: true },
  ])
})

test.each([
  ['before it', 7, 7, 'quick ', 'Book a quick [call] today'],
  ['at its end', 11, 11, 's', 'Book a [calls] today'],
  ['in place of it', 7, 11, 'demo', 'Book a [demo] today'],
  ['over its end', 9, 13, 'x', 'Book a [cax]oday'],
  ['nothing in place of it', 7, 12, '', 'Book a today'],
])('formats text typed %s', (_, start, end, inserted, shown) => {
  expect(bold(spliceText(withRuns({ ...call, isBold: true }), { start, end }, inserted))).toBe(shown)
})

test('links text typed inside a link, but not after it', () => {
  const start = withRuns({ ...call, link: 'https://example.com' })
  expect(spliceText(start, { start: 11, end: 11 }, 's').format.runs).toEqual([{ ...call, link: 'https://example.com' }])
  expect(spliceText(start, { start: 9, end: 9 }, 'x').format.runs).toEqual([
    { start: 7, end: 12, link: 'https://example.com' },
  ])
})

test('finds and removes a link around a position, across formats', () => {
  const link = 'https://example.com'
  const value = withRuns({ start: 5, end: 7, link }, { start: 7, end: 11, isBold: true, link })
  expect(linkAround(value, { start: 9, end: 9 })).toEqual({ start: 5, end: 11, link })
  expect(linkAround(value, book)).toBeNull()
  expect(formatText(value, { start: 5, end: 11 }, { link: null }).runs).toEqual([{ ...call, isBold: true }])
})

test('the bar shows the formats shared by the selection', () => {
  const value = withRuns({ ...call, isBold: true, sizePx: 18 })
  expect(lookOf(value, call)).toMatchObject({ isBold: true, sizePx: 18, font: 'Inter' })
  const mixed = lookOf(value, { start: 5, end: 11 })
  expect(mixed).toMatchObject({ font: 'Inter', isItalic: false })
  expect(mixed).not.toHaveProperty('isBold')
  expect(lookOf({ ...value, text: '' }, nowhere)).toMatchObject({ isBold: false })
})
